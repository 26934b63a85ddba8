// What the server found out about the site of the project that is edited, with the same help as in the list [R222, R245].
import { useState } from 'react'
import type { PortfolioItem } from '../../contract/portfolio.ts'
import type { PreviewCheck } from '../../contract/preview-check.ts'
import { helpId, PreviewBadge } from './preview-badge.tsx'
import { PreviewHelpText } from './preview-help.tsx'
import * as styles from './preview-state.module.css'

/** Of the project as it is stored, whatever the form says now. */
export function PreviewState({ item, check }: { item: PortfolioItem; check: PreviewCheck }) {
  const [isOpen, setOpen] = useState(false)
  const id = `${helpId(item.id)}-edited`
  return (
    <section aria-labelledby={`${id}-label`}>
      <div className={styles.line}>
        <h3 className={styles.label} id={`${id}-label`}>
          Live site
        </h3>
        <PreviewBadge
          item={item}
          check={check}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
          controls={id}
        />
      </div>
      {isOpen && (
        <div id={id}>
          <PreviewHelpText item={item} check={check} narrow />
        </div>
      )}
    </section>
  )
}
