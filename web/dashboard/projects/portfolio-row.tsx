// One project in the list. Drawn again only when it changed: a dialog that opens over the list need not wait for its rows.
import { memo } from 'react'
import type { PortfolioItem, PreviewCheck } from '../../../contract/responses/projects.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Handle, type Sorting } from '../../ui/list/sorting.tsx'
import { Row } from '../../ui/list/table.tsx'
import { DeleteIcon, EditIcon } from '../../ui/tool-icons.tsx'
import * as lists from '../lists/admin-list.module.css'
import { Day } from '../lists/list-parts.tsx'
import { RowMenu } from '../lists/row-menu.tsx'
import { Thumbnail } from '../project-images/thumbnail.tsx'
import { Featured, SharedUntil } from './featured.tsx'
import * as items from './items.module.css'
import { type Step, stepOf } from './own-order.ts'
import { PreviewBadge } from './preview-badge.tsx'
import { PreviewHelp } from './preview-help.tsx'

interface Position {
  sorting: Sorting
  /** The id of the text that says how rows are moved. */
  help: string
  /** Of the row in the list shown. */
  at: number
  /** In all of the list. */
  number: number
  isLast: boolean
}

type Props = {
  item: PortfolioItem
  /** Undefined while checks are off. */
  check: PreviewCheck | undefined
  /** When the last of its client links that work expires. */
  sharedUntil: string | undefined
  selected: boolean
  /** Whether the help on its preview is shown below it. */
  isOpen: boolean
  /** Of a list in the owner's order; null in other lists, where rows do not move. */
  place: Position | null
  /** All eight must stay the same from one rendering to the next. */
  onSelect: (id: string) => void
  onEdit: (item: PortfolioItem) => void
  onDelete: (id: string) => void
  onToggle: (id: string) => void
  onFeature: (item: PortfolioItem) => void
  onShare: (item: PortfolioItem) => void
  onLinks: (item: PortfolioItem) => void
  onStep: (id: string, to: Step) => void
}

export const PortfolioRow = memo(function PortfolioRow({
  item,
  check,
  sharedUntil,
  selected,
  isOpen,
  place,
  onSelect,
  onEdit,
  onDelete,
  onToggle,
  onFeature,
  onShare,
  onLinks,
  onStep,
}: Props) {
  const row = (
    <Row
      selected={selected}
      selectLabel={`Select ${item.pname}`}
      onSelect={() => onSelect(item.id)}
      {...(place && {
        sorting: place.sorting.row(place.at),
        handle: (
          <td className={items.order}>
            <Handle sorting={place.sorting} at={place.at} name={item.pname} describedBy={place.help} />
            <span>{place.number}</span>
          </td>
        ),
        onKeyDown: (event) => {
          const step = stepOf(event)
          if (!step) return
          event.preventDefault()
          onStep(item.id, step)
        },
      })}
    >
      <td className={items.image}>
        <Thumbnail src={item.pimage} focal={item} />
      </td>
      <td className={`${items.title} ${lists.strong}`}>
        {item.pname ?? item.Title ?? item.name}
        {item.featured && <Featured />}
        {sharedUntil && <SharedUntil iso={sharedUntil} />}
      </td>
      <td className={items.status}>
        {item.status === 'published' ? <Badge look="ok">Published</Badge> : <Badge look="draft">Draft</Badge>}
      </td>
      {check && (
        <td className={items.preview}>
          <PreviewBadge item={item} check={check} isOpen={isOpen} onToggle={onToggle} />
        </td>
      )}
      <td className={items.categories}>{item.categories.join(', ')}</td>
      <td className={lists.date}>
        <Day iso={item.createdAt} />
      </td>
      <td className={lists.actions}>
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
        <RowMenu
          item={item}
          place={place}
          onStep={onStep}
          onFeature={onFeature}
          onShare={onShare}
          onLinks={onLinks}
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
