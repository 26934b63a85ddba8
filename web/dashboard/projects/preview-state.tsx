// What the server found out about the site of the project that is edited, with the same help as in the list.
import { useState } from 'react'
import type { PortfolioItem } from '../../../contract/portfolio.ts'
import type { PreviewCheck } from '../../../contract/preview-check.ts'
import * as typography from '../../ui/typography.module.css'
import { Day } from '../lists/list-parts.tsx'
import { CheckAgain } from './check-again.tsx'
import { helpId, PreviewBadge } from './preview-badge.tsx'
import { PreviewHelpText } from './preview-help.tsx'
import * as styles from './preview-state.module.css'

/** Of the project as it is stored, whatever the form says now. */
export function PreviewState({ item, check }: { item: PortfolioItem; check: PreviewCheck }) {
  const [isOpen, setOpen] = useState(false)
  const isUnchecked = check.state === 'unchecked'
  const id = `${helpId(item.id)}-edited`
  return (
    <div>
      <div className={styles.line}>
        <PreviewBadge
          item={item}
          check={check}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
          controls={id}
        />
        {check.checkedAt && (
          <span className={typography.meta}>
            Checked <Day iso={check.checkedAt} />
          </span>
        )}
        {isUnchecked && <span className={typography.meta}>Checked when you save</span>}
        <CheckAgain inLine id={item.id} name={item.pname} isFirst={isUnchecked} />
      </div>
      {isOpen && (
        <div id={id}>
          <PreviewHelpText item={item} check={check} isPart />
        </div>
      )}
    </div>
  )
}
