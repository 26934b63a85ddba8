// What else can be done with a project of the list.
import { useNavigate } from 'react-router'
import type { PortfolioItem } from '../../../contract/responses/projects.ts'
import { type Action, ActionMenu } from '../../ui/action-menu.tsx'
import {
  LinkIcon,
  MoveDownIcon,
  MoveToTopIcon,
  MoveUpIcon,
  ShowIcon,
  StarIcon,
} from '../../ui/tool-icons.tsx'
import type { Step } from '../projects/own-order.ts'
import { previewPath } from '../projects/preview-link.tsx'

type Props = {
  item: PortfolioItem
  /** Where it is in the owner's order; null in other lists. */
  place: { number: number; isLast: boolean } | null
  onStep: (id: string, to: Step) => void
  onFeature: (item: PortfolioItem) => void
  onShare: (item: PortfolioItem) => void
  onLinks: (item: PortfolioItem) => void
}

export function RowMenu({ item, place, onStep, onFeature, onShare, onLinks }: Props) {
  const navigate = useNavigate()
  const step = (label: string, to: Step, icon: Action['icon'], keys: string, disabled: boolean): Action => ({
    label,
    icon,
    keys,
    disabled,
    onSelect: () => onStep(item.id, to),
  })
  const moves = place
    ? [
        step('Move up', 'up', <MoveUpIcon />, 'Alt ↑', place.number === 1),
        step('Move down', 'down', <MoveDownIcon />, 'Alt ↓', place.isLast),
        step('Move to top', 'top', <MoveToTopIcon />, 'Alt Home', place.number === 1),
      ]
    : []
  const others: Action[] = [
    {
      label: item.featured ? 'Stop featuring' : 'Feature',
      icon: <StarIcon />,
      onSelect: () => onFeature(item),
    },
    {
      label: 'Open preview',
      icon: <ShowIcon />,
      onSelect: () => void navigate(previewPath(item)),
    },
    { label: 'Copy client link', icon: <LinkIcon />, onSelect: () => onShare(item) },
    { label: 'Manage client links', icon: <LinkIcon />, onSelect: () => onLinks(item) },
  ]
  const groups = [moves, others].filter((group) => group.length > 0)
  return <ActionMenu label={`More for ${item.pname}`} groups={groups} />
}
