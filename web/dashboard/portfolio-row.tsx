// One project in the list. Drawn again only when it changed: a dialog that opens over the list need not wait for its rows.
import { memo } from 'react'
import type { PortfolioItem } from '../../contract/portfolio.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { Row } from '../ui/table.tsx'
import { DeleteIcon, EditIcon } from '../ui/tool-icons.tsx'
import { Day } from './list-parts.tsx'
import { Thumbnail } from './thumbnail.tsx'

type Props = {
  item: PortfolioItem
  selected: boolean
  /** All three must stay the same from one rendering to the next. */
  onSelect: (id: string) => void
  onEdit: (item: PortfolioItem) => void
  onDelete: (id: string) => void
}

export const PortfolioRow = memo(function PortfolioRow({
  item,
  selected,
  onSelect,
  onEdit,
  onDelete,
}: Props) {
  return (
    <Row selected={selected} selectLabel={`Select ${item.pname}`} onSelect={() => onSelect(item.id)}>
      <td className="c-img">
        <Thumbnail src={item.pimage} focal={item} />
      </td>
      <td className="c-title t">{item.pname ?? item.Title ?? item.name}</td>
      <td className="c-status">
        {item.status === 'published' ? <Badge look="ok">Published</Badge> : <Badge look="draft">Draft</Badge>}
      </td>
      <td className="c-cat">{item.categories.join(', ')}</td>
      <td className="c-date">
        <Day iso={item.createdAt} />
      </td>
      <td className="c-act">
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
})
