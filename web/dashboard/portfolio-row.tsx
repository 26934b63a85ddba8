// One project in the list. Drawn again only when it changed: a dialog that opens over the list need not wait for its rows.
import { memo } from 'react'
import type { PortfolioItem } from '../../contract/portfolio.ts'
import type { PreviewCheck } from '../../contract/preview-check.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { Row } from '../ui/table.tsx'
import { DeleteIcon, EditIcon } from '../ui/tool-icons.tsx'
import * as cells from './cells.module.css'
import * as items from './items.module.css'
import { Day } from './list-parts.tsx'
import { PreviewBadge } from './preview-badge.tsx'
import { PreviewHelp } from './preview-help.tsx'
import { Thumbnail } from './thumbnail.tsx'

type Props = {
  item: PortfolioItem
  /** Undefined while checks are off. */
  check: PreviewCheck | undefined
  selected: boolean
  /** Whether the help on its preview is shown below it. */
  isOpen: boolean
  /** All four must stay the same from one rendering to the next. */
  onSelect: (id: string) => void
  onEdit: (item: PortfolioItem) => void
  onDelete: (id: string) => void
  onToggle: (id: string) => void
}

export const PortfolioRow = memo(function PortfolioRow({
  item,
  check,
  selected,
  isOpen,
  onSelect,
  onEdit,
  onDelete,
  onToggle,
}: Props) {
  const row = (
    <Row selected={selected} selectLabel={`Select ${item.pname}`} onSelect={() => onSelect(item.id)}>
      <td className={items.image}>
        <Thumbnail src={item.pimage} focal={item} />
      </td>
      <td className={`${items.title} ${cells.strong}`}>{item.pname ?? item.Title ?? item.name}</td>
      <td className={items.status}>
        {item.status === 'published' ? <Badge look="ok">Published</Badge> : <Badge look="draft">Draft</Badge>}
      </td>
      {check && (
        <td className={items.preview}>
          <PreviewBadge item={item} check={check} isOpen={isOpen} onToggle={onToggle} />
        </td>
      )}
      <td className={items.categories}>{item.categories.join(', ')}</td>
      <td className={cells.date}>
        <Day iso={item.createdAt} />
      </td>
      <td className={cells.actions}>
        <IconButton
          size="sm"
          title="Edit"
          label={`Edit ${item.pname}`}
          icon={<EditIcon />}
          onClick={() => onEdit(item)}
        />
        <IconButton
          size="sm"
          danger
          title="Delete"
          label={`Delete ${item.pname}`}
          icon={<DeleteIcon />}
          onClick={() => onDelete(item.id)}
        />
      </td>
    </Row>
  )
  return (
    <>
      {row}
      {check && isOpen && <PreviewHelp item={item} check={check} />}
    </>
  )
})
