// What the server found out about a project's preview, in a word. It opens the help below it.

import type { PortfolioItem, PreviewCheck, PreviewState } from '../../../contract/responses/projects.ts'
import { Badge, type BadgeLook } from '../../ui/badge.tsx'
import * as layout from '../../ui/layout.module.css'
import { ChevronIcon } from '../../ui/tool-icons.tsx'
import * as styles from './items.module.css'

const words: Record<PreviewState, { look: BadgeLook; text: string }> = {
  unchecked: { look: 'wait', text: 'Not checked' },
  allowed: { look: 'ok', text: 'Shown live' },
  forbidden: { look: 'due', text: 'Cannot be framed' },
  dead: { look: 'bad', text: 'Does not respond' },
  unencrypted: { look: 'due', text: 'Not encrypted' },
  unknown: { look: 'wait', text: 'Not known' },
}

/** A dead link is wrong in either mode; everything else about the site matters only where it is shown. */
function wordOf({ preview }: PortfolioItem, { state }: PreviewCheck) {
  return preview === 'image' && state !== 'dead'
    ? { look: 'draft' as const, text: 'Shown as image' }
    : words[state]
}

export function stateText({ state }: PreviewCheck): string {
  return words[state].text
}

export const helpId = (id: string) => `preview-${id}`

type Props = {
  item: PortfolioItem
  check: PreviewCheck
  isOpen: boolean
  onToggle: (id: string) => void
  /** Id of the element with the help. */
  controls?: string
}

export function PreviewBadge({ item, check, isOpen, onToggle, controls = helpId(item.id) }: Props) {
  const { look, text } = wordOf(item, check)
  return (
    <button
      type="button"
      className={`${layout.row} ${styles.button}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={() => onToggle(item.id)}
    >
      <Badge look={look}>{text}</Badge>
      <ChevronIcon size="s" />
    </button>
  )
}
