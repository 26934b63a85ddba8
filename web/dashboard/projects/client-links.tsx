// The client links of a project, as a part of a dialog: listed, made, shown once, revoked.
import type { ReactNode } from 'react'
import {
  clientLinkDays,
  createClientLink,
  defaultClientLinkDays,
  listClientLinks,
  revokeClientLink,
} from '../../../contract/client-links.ts'
import { passwordMin } from '../../../contract/limits.ts'
import type { ClientLink, Project } from '../../../contract/responses/projects.ts'
import type { useAlert } from '../../alerts.tsx'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import * as ui from '../../ui/primitives.module.css'
import { LinkIcon } from '../../ui/tool-icons.tsx'
import { read, refresh } from '../lists/admin-queries.ts'
import { CreateDialog, useAction } from '../lists/dialogs.tsx'
import { counted, ofTime, sinceText, Time } from '../lists/times.tsx'
import { type CreateProps, SecretDialog, useSecretList } from '../settings/secret-list.tsx'
import * as styles from './project-section.module.css'

/** Of UTC, as the client's page says it: both read the same day. */
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
export const untilDay = (iso: string) => ofTime(iso, day.format)

/** Copies a new client link of a project: on its way to the clipboard within the press, as some browsers allow no writing after it. */
export function useCopyClientLink(alert: ReturnType<typeof useAlert>) {
  return useAction(alert, async ({ id, pname }: Project) => {
    const making = call(createClientLink, { params: { id }, body: {} })
    const text = making.then(({ url }) => new Blob([url], { type: 'text/plain' }))
    const isCopied = await Promise.resolve()
      .then(() => navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]))
      .then(
        () => true,
        () => false,
      )
    const { link, url } = await making
    void refresh('projects')
    const until = `It works until ${untilDay(link.expiresAt)}.`
    return isCopied
      ? `Client link of ${pname} copied. ${until}`
      : `Client link of ${pname}: ${url} ${until} It is not shown again.`
  })
}

/** As `useSecretList` has it. */
export function useClientLinks(project: Project): { list: ReactNode; dialog: ReactNode } {
  const { id, pname } = project
  const { list, dialog } = useSecretList({
    query: { ...read('projects', listClientLinks, { params: { id } }), select: ({ links }) => links },
    refresh: () => refresh('projects'),
    what: 'The client links',
    empty: 'A client sees this project by a link, also while it is a draft.',
    secret: { text: 'New client link. Copy it now, it is not shown again.', label: 'the client link' },
    note: (hasLinks) =>
      hasLinks && (
        <p className={ui.hint}>Each makes another link: those above still work, but cannot be shown again.</p>
      ),
    create: 'New client link',
    more: (alert) => <CopyNewLink project={project} alert={alert} />,
    form: (props) => <NewClientLink projectId={id} name={pname} {...props} />,
    row: ({ row, onDelete }) => <Row key={row.id} link={row} onEnd={onDelete} />,
    question: (link) =>
      isOver(link)
        ? null
        : {
            title: 'Revoke this link?',
            confirmLabel: 'Revoke',
            children: `“${nameOf(link)}” stops working at once. A revoked link cannot be used again.`,
          },
    remove: async (link) => {
      await call(revokeClientLink, { params: { id: link.id } })
      return { message: isOver(link) ? 'Client link removed.' : 'Client link revoked.' }
    },
  })
  return { list: <div className={ui.stack}>{list}</div>, dialog }
}

function CopyNewLink({ project, alert }: { project: Project; alert: ReturnType<typeof useAlert> }) {
  const copy = useCopyClientLink(alert)
  return (
    <Button size="sm" variant="secondary" onClick={() => copy.run(project)}>
      <LinkIcon size="s" />
      Make and copy a link
    </Button>
  )
}

const nameOf = ({ name }: ClientLink) => name ?? 'Client link'
const isOver = ({ expiresAt }: ClientLink) => Date.parse(expiresAt) <= Date.now()

/** Milliseconds. */
const soon = 3 * 24 * 60 * 60_000

function Row({ link, onEnd }: { link: ClientLink; onEnd: () => void }) {
  const { opens, lastOpenedAt, expiresAt } = link
  const [state, end] = isOver(link) ? ['Expired', 'Remove'] : ['Until', 'Revoke']
  const isEnding = Date.parse(expiresAt) - Date.now() < soon
  return (
    <li className={styles.row}>
      <div>
        <b>{nameOf(link)}</b>
        <p className={ui.meta}>
          Made <Time iso={link.createdAt} /> by {link.createdBy}
          {link.hasPassphrase && ', with passphrase'}
          {lastOpenedAt && (
            <>
              . Last opened: <Time iso={lastOpenedAt} text={sinceText} />
            </>
          )}
        </p>
      </div>
      <Badge
        look={isOver(link) ? 'draft' : isEnding ? 'due' : 'ok'}
      >{`${state} ${untilDay(expiresAt)}`}</Badge>
      <span className={styles.opens}>{counted(opens, 'open')}</span>
      <Button
        size="sm"
        variant={isOver(link) ? 'quiet' : 'secondary'}
        aria-label={`${end} ${nameOf(link)}`}
        onClick={onEnd}
      >
        {end}
      </Button>
    </li>
  )
}

export function ClientLinksDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const secrets = useClientLinks(project)
  return <SecretDialog title={`Client links of ${project.pname}`} secrets={secrets} onClose={onClose} />
}

const lives = clientLinkDays.map((days) => ({
  value: String(days),
  label: counted(days, 'day'),
}))

type NewProps = CreateProps & { projectId: string; name: string }

function NewClientLink({ projectId, name, onMade, onClose }: NewProps) {
  const form = useForm(createClientLink.body, {
    initial: { name: '', days: String(defaultClientLinkDays), passphrase: '' },
    input: (values) => ({ ...values, days: Number(values.days) }),
    send: (body) => call(createClientLink, { params: { id: projectId }, body }),
    onSent: ({ url }) => onMade(url),
  })
  return (
    <CreateDialog title="New Client Link" form={form} onClose={onClose}>
      <p>Whoever has the link sees {name}, and no other project.</p>
      <TextField
        {...form.field('name')}
        label="For"
        hint="Optional, such as First look for Rui. Only admins see it."
      />
      <Select {...form.field('days')} label="Expires after" options={lives} />
      <TextField
        {...form.field('passphrase')}
        label="Passphrase"
        hint={`Optional, at least ${passwordMin} characters. It is not shown again either.`}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </CreateDialog>
  )
}
