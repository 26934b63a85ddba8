// The portfolio list, titled Portfolios: search, filter, sort, bulk status and delete, edit; and the owner's order, in which rows
// are moved within the page that is shown, or by steps over all pages.
import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { adminPage } from '../../../contract/limits.ts'
import {
  deleteProject,
  deleteProjects,
  featureProject,
  moveProject,
  setStatus,
} from '../../../contract/portfolio.ts'
import type { Project, Status } from '../../../contract/responses/projects.ts'
import { call, messageOf, settled } from '../../call.ts'
import { privateMeta } from '../../page-meta.ts'
import { type Action, ActionMenu } from '../../ui/action-menu.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { optionsOf, Select } from '../../ui/field.tsx'
import { Handle, moveHelp, useSorting } from '../../ui/list/row-list.tsx'
import * as table from '../../ui/list/table.module.css'
import { Announcement, toast } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import {
  DeleteIcon,
  EditIcon,
  LinkIcon,
  MoveDownIcon,
  MoveToTopIcon,
  MoveUpIcon,
  ShowIcon,
  StarIcon,
} from '../../ui/tool-icons.tsx'
import * as lists from '../lists/admin-list.module.css'
import { ListLayout, type PagedList, useDeletion, usePagedList } from '../lists/admin-list.tsx'
import { projectsQuery, refresh } from '../lists/admin-queries.ts'
import { useAction } from '../lists/dialogs.tsx'
import { filterBy, ListTools, useListFilters } from '../lists/list-filters.tsx'
import { RowButton } from '../lists/parts.tsx'
import { boxes, SelectRow } from '../lists/selection.tsx'
import { Time } from '../lists/times.tsx'
import { Thumbnail } from '../project-images/cover.tsx'
import { ClientLinksDialog, untilDay, useCopyClientLink } from './client-links.tsx'
import { useEditPortfolio } from './edit-portfolio.tsx'
import { helpId, PreviewBadge, PreviewHelp } from './preview-check.tsx'
import { previewPath, withViewLive } from './project-form.tsx'
import * as styles from './project-list.module.css'

export const meta = privateMeta('Portfolios')

const byStatus = filterBy('Status', 'All Statuses', ['Published', 'Draft'])

const columns = (hasChecks: boolean, isOrder: boolean) => [
  ...(isOrder ? [{ label: 'Order', width: 84, isHidden: true }] : []),
  boxes,
  { label: 'Image', width: 96 },
  { label: 'Title', width: '27%' },
  { label: 'Status', width: '14%' },
  ...(hasChecks ? [{ label: 'Preview' }] : []),
  { label: 'Categories' },
  // In the owner's order, which it says nothing about, the handle has its space.
  ...(isOrder ? [] : [{ label: 'Created', className: lists.date }]),
  { label: 'Actions', className: lists.actions },
]

const moves = [
  { to: 'up', label: 'Move up', icon: <MoveUpIcon /> },
  { to: 'down', label: 'Move down', icon: <MoveDownIcon /> },
  { to: 'top', label: 'Move to top', icon: <MoveToTopIcon /> },
] as const

/** What a link to this page may open with it. */
export interface Opened {
  /** The id of a project to edit. */
  edit?: string
}

export default function Portfolios() {
  const control = useListFilters({ own: 'Own order' })
  const { search, status, sort } = control.filters
  const query = useQuery(projectsQuery(control.filters))
  const { portfolios: rows = [], checks = {}, clientLinks = {} } = query.data ?? {}
  const list = usePagedList({ control, query, rows })
  const { alert, selection } = list
  const deletion = useDeletion(list, {
    noun: 'projects',
    counted: 'portfolio(s)',
    details: ([id, ...others]) =>
      others.length === 0
        ? `“${rows.find((row) => row.id === id)?.pname}” is deleted with its images and client links.`
        : 'Their images and client links are deleted with them.',
    deleteOne: (id) => call(deleteProject, { params: { id } }),
    deleteAll: (ids) => call(deleteProjects, { body: { ids } }),
  })
  /** The project whose help is shown. */
  const [opened, setOpened] = useState('')
  const editor = useEditPortfolio(alert, () => list.region.current?.focus({ preventScroll: true }))
  const [shared, setShared] = useState<Project | null>(null)
  const { state } = useLocation()
  const navigate = useNavigate()
  const opening = (state as Opened | null)?.edit
  useEffect(() => {
    if (!opening) return
    editor.open(opening)
    void navigate('.', { replace: true, preventScrollReset: true })
  }, [opening, navigate, editor.open])
  const isOwn = sort === 'own'
  /** Rows can be moved: in this order, without search and filter. */
  const isOrder = isOwn && search === '' && status === ''
  const order = useOwnOrder(list, rows)
  const help = useId()
  const feature = useAction(
    alert,
    async ({ id, featured }: Project) => {
      const { message } = await call(featureProject, { params: { id }, body: { featured: !featured } })
      void refresh('projects')
      return message
    },
    'Failed to save: ',
  )
  const share = useCopyClientLink(alert)
  const actionsOf = (project: Project): Action[] => [
    {
      label: project.featured ? 'Stop featuring' : 'Feature',
      icon: <StarIcon />,
      onSelect: () => feature.run(project),
    },
    { label: 'Open preview', icon: <ShowIcon />, onSelect: () => void navigate(previewPath(project)) },
    { label: 'Copy client link', icon: <LinkIcon />, onSelect: () => share.run(project) },
    { label: 'Manage client links', icon: <LinkIcon />, onSelect: () => setShared(project) },
  ]
  const movesOf = (project: Project, at: number): Action[] =>
    // Of rows that have other neighbours in the gallery only the top is known.
    moves
      .filter(({ to }) => isOrder || to === 'top')
      .map(({ to, label, icon }) => ({
        label,
        icon,
        disabled: isOrder && order.numberOf(at) === (to === 'down' ? order.total : 1),
        onSelect: () => void order.step(project, to),
      }))
  return (
    <>
      <ListLayout
        list={list}
        title="Portfolios"
        columns={columns(Object.keys(checks).length > 0, isOrder)}
        className={isOrder ? styles.table : undefined}
        note={
          isOwn && (
            <p className={ui.meta}>
              {isOrder
                ? 'The public gallery follows this order.'
                : 'Clear search and status to move projects.'}
            </p>
          )
        }
        empty="No portfolios found"
        tools={<ListTools control={control} filter={byStatus} />}
        hint={
          isOrder && (
            <p className={ui.hint} id={help}>
              {moveHelp}
            </p>
          )
        }
        bulk={
          <>
            <BulkStatus list={list} />
            {deletion.button('Delete', { variant: 'danger', className: lists.remove })}
          </>
        }
      >
        {rows.map((project, at) => {
          const { id, pname, status, featured } = project
          // Undefined while checks are off.
          const check = checks[id]
          const sharedUntil = clientLinks[id]
          const isOpen = opened === id && !order.sorting.lifted
          return (
            <Fragment key={id}>
              <tr {...(isOrder && order.sorting.row(at))}>
                {isOrder && (
                  <td className={styles.order}>
                    <Handle sorting={order.sorting} at={at} describedBy={help} />
                    <span>{order.numberOf(at)}</span>
                  </td>
                )}
                <td className={table.check}>
                  <SelectRow selection={selection} id={id} what={pname} />
                </td>
                <td className={styles.image}>
                  <Thumbnail src={project.pimage} focal={project} />
                </td>
                <td className={`${styles.title} ${lists.strong}`}>
                  {pname}
                  {featured && (
                    <span className={`${styles.mark} ${styles.featured}`}>
                      <StarIcon />
                      Featured
                    </span>
                  )}
                  {sharedUntil && (
                    <span className={styles.mark}>
                      <LinkIcon />
                      Link until {untilDay(sharedUntil)}
                    </span>
                  )}
                </td>
                <td className={styles.status}>
                  <Badge look={status === 'published' ? 'ok' : 'draft'}>
                    {status === 'published' ? 'Published' : 'Draft'}
                  </Badge>
                </td>
                {check && (
                  <td className={styles.preview}>
                    <PreviewBadge
                      project={project}
                      check={check}
                      isOpen={isOpen}
                      onToggle={() => setOpened(opened === id ? '' : id)}
                      controls={helpId(id)}
                    />
                  </td>
                )}
                <td className={styles.categories}>{project.categories.join(', ')}</td>
                {!isOrder && (
                  <td className={lists.date}>
                    <Time iso={project.createdAt} />
                  </td>
                )}
                <td className={`${lists.actions} ${styles.actions}`}>
                  <RowButton does="Edit" to={pname} icon={<EditIcon />} onClick={() => editor.open(id)} />
                  <RowButton
                    does="Delete"
                    to={pname}
                    icon={<DeleteIcon />}
                    danger
                    onClick={() => deletion.deleteRow(id)}
                  />
                  <ActionMenu
                    label={`More for ${pname}`}
                    groups={[movesOf(project, at), actionsOf(project)]}
                  />
                </td>
              </tr>
              {check && isOpen && <PreviewHelp project={project} check={check} />}
            </Fragment>
          )
        })}
      </ListLayout>
      <Announcement>{order.sorting.announced}</Announcement>
      {editor.dialog((id) => ({ check: checks[id], sharedUntil: clientLinks[id] }))}
      {shared && <ClientLinksDialog project={shared} onClose={() => setShared(null)} />}
    </>
  )
}

const statusOptions = optionsOf({
  '': 'Update Status...',
  draft: 'Set to Draft',
  published: 'Set to Published',
})

/** Draft or published for all selected rows. */
function BulkStatus({ list: { alert, region, selection } }: { list: PagedList }) {
  const [status, setChosen] = useState<Status | ''>('')
  const apply = useAction(
    alert,
    async (status: Status) => {
      const ids = [...selection.selected]
      const { message, updated } = await call(setStatus, { body: { ids, status } })
      await refresh('projects')
      // The bar, which has the focus, goes with the selection.
      flushSync(selection.clear)
      region.current?.focus({ preventScroll: true })
      return withViewLive(
        message,
        status === 'published' && updated > 0,
        ids.length === 1 ? ids[0] : undefined,
      )
    },
    'Failed to update status: ',
  )
  return (
    <>
      <Select
        label="Update Status"
        hideLabel
        dense
        value={status}
        options={statusOptions}
        onChange={(event) => setChosen(event.target.value as Status | '')}
      />
      <Button
        size="sm"
        busy={apply.busy}
        onClick={() =>
          status ? apply.run(status) : alert.show('error', 'Please select portfolios and a status to update.')
        }
      >
        Apply
      </Button>
    </>
  )
}

type Step = 'up' | 'down' | 'top'

function useOwnOrder({ alert, region, page, query }: PagedList, rows: readonly Project[]) {
  const [isBusy, setBusy] = useState(false)
  /** Rows on the pages before. */
  const before = (page - 1) * adminPage
  const total = query.data?.total ?? 0

  /** @returns whether it was moved; either way the list is as the server has it by then */
  const send = async (id: string, body: { to: Step | 'above' | 'below'; other?: string }) => {
    setBusy(true)
    const { error } = await settled(call(moveProject, { params: { id }, body }))
    if (error) alert.show('error', `Failed to move: ${messageOf(error)}`)
    const focused = document.activeElement
    await refresh('projects')
    flushSync(() => setBusy(false))
    // A row that has moved in the document has lost the focus.
    if (document.activeElement === document.body) {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
      else region.current?.focus({ preventScroll: true })
    }
    return !error
  }

  const sorting = useSorting({
    list: region,
    names: rows.map(({ pname }) => pname),
    before,
    total,
    isBusy,
    onMove: (from, to) => {
      const [row, other] = [rows[from], rows[to]]
      return row && other ? send(row.id, { to: to < from ? 'above' : 'below', other: other.id }) : false
    },
  })

  const step = async ({ id, pname }: Project, to: Step) => {
    const position = before + rows.findIndex((row) => row.id === id) + (to === 'up' ? -1 : 1)
    if (isBusy || sorting.lifted) return
    if (!(await send(id, { to }))) return
    // It has left the page, perhaps.
    if (to === 'top') toast(`${pname} is at the top now.`)
    else sorting.announce(`${pname}, position ${position + 1} of ${total}`)
  }
  /** The place in all of the list. @param at in the page */
  const numberOf = (at: number) => before + at + 1
  return { sorting, step, numberOf, total }
}
