// The client links of a project, as a part of a dialog: listed, made, shown once, revoked.

import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ResponseOf } from '../../../contract/call.ts'
import {
  clientLinkDays,
  clientLinkNameLength,
  createClientLink,
  defaultClientLinkDays,
  listClientLinks,
  revokeClientLink,
} from '../../../contract/client-links.ts'
import { passwordMax, passwordMin } from '../../../contract/limits.ts'
import type { ClientLink, PortfolioItem } from '../../../contract/responses/projects.ts'
import { FormAlert, useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import * as field from '../../ui/field.module.css'
import { Select, TextField } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { LinkIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import * as lists from '../lists/admin-list.module.css'
import { useLogged, useRefresh } from '../lists/admin-queries.ts'
import { CreateDialog } from '../lists/create-dialog.tsx'
import { Day } from '../lists/list-parts.tsx'
import { NotLoaded } from '../lists/not-loaded.tsx'
import { Since } from '../lists/times.tsx'
import { ShownOnce } from '../settings/secret-list.tsx'
import * as styles from './project-section.module.css'
import { ProjectSection } from './project-section.tsx'

type Item = Pick<PortfolioItem, 'id' | 'pname'>

/** Of UTC, as the client's page says it: both read the same day. */
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
export const untilDay = (iso: string) => day.format(new Date(iso))

/** A new link is on its way to the clipboard within the press: some browsers allow no writing after it. */
async function copyNewLink({ id }: Pick<PortfolioItem, 'id'>) {
  const making = call(createClientLink, { params: { id }, body: {} })
  const text = making.then(({ url }) => new Blob([url], { type: 'text/plain' }))
  const isCopied = await Promise.resolve()
    .then(() => navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]))
    .then(
      () => true,
      () => false,
    )
  return { ...(await making), isCopied }
}

/** Copies a new client link of a project. @returns always the same function */
export function useCopyClientLink(alert: ReturnType<typeof useAlert>) {
  const refresh = useRefresh()
  const { mutate } = useMutation({
    mutationFn: copyNewLink,
    onSuccess: async ({ link, url, isCopied }, { pname }: Item) => {
      const until = `It works until ${untilDay(link.expiresAt)}.`
      alert.show(
        'success',
        isCopied
          ? `Client link of ${pname} copied. ${until}`
          : `Client link of ${pname}: ${url} ${until} It is not shown again.`,
      )
      await refresh('items')
    },
    onError: (failure) => alert.show('error', messageOf(failure)),
  })
  return mutate
}

/**
 * @returns the list, and the dialogs that it opens: they have forms or ask, so they stand outside of the dialog with the
 * list, and before it, so that closing both gives the focus back in turn.
 */
export function useClientLinks({ id, pname }: Item): { list: ReactNode; dialogs: ReactNode } {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'items', 'client-links', id],
    queryFn: ({ signal }) => call(listClientLinks, { params: { id }, signal }),
  })
  useLogged(error, 'Client links')
  const alert = useAlert()
  const refresh = useRefresh()
  const copy = useCopyClientLink(alert)
  const [isMaking, setMaking] = useState(false)
  const [asked, setAsked] = useState<ClientLink | null>(null)
  const [made, setMade] = useState<{ id: string; url: string } | null>(null)
  const revoking = useMutation({
    mutationFn: (link: ClientLink) => call(revokeClientLink, { params: { id: link.id } }),
    onSettled: () => {
      setAsked(null)
      void refresh('items')
    },
    onSuccess: (_, link) => {
      alert.show('success', isOver(link) ? 'Client link removed.' : 'Client link revoked.')
      if (link.id === made?.id) setMade(null)
    },
    onError: (failure) => alert.show('error', messageOf(failure)),
  })

  const list = (
    <div className={layout.stack}>
      {error && !data && <NotLoaded what="The client links" onRetry={() => void refetch()} />}
      {data?.links.length === 0 && <p>A client sees this project by a link, also while it is a draft.</p>}
      {data && data.links.length > 0 && (
        <ul className={lists.rows}>
          {data.links.map((link) => (
            <Row
              key={link.id}
              link={link}
              busy={revoking.isPending}
              onEnd={() => (isOver(link) ? revoking.mutate(link) : setAsked(link))}
            />
          ))}
        </ul>
      )}
      {made && (
        <ShownOnce
          text="New client link. Copy it now, it is not shown again."
          label="the client link"
          secret={made.url}
          onDismiss={() => setMade(null)}
        />
      )}
      <FormAlert alert={alert} />
      <div>
        <Button size="sm" variant="secondary" onClick={() => copy({ id, pname })}>
          <LinkIcon size="s" />
          Copy client link
        </Button>{' '}
        <Button size="sm" variant="quiet" onClick={() => setMaking(true)}>
          New client link
        </Button>
      </div>
      {data && data.links.length > 0 && (
        <p className={field.hint}>
          Each makes another link: those above still work, but cannot be shown again.
        </p>
      )}
    </div>
  )
  const dialogs = (
    <>
      {asked && (
        <Confirm
          title="Revoke this link?"
          confirmLabel="Revoke"
          busyLabel="Revoking..."
          busy={revoking.isPending}
          onConfirm={() => revoking.mutate(asked)}
          onCancel={() => setAsked(null)}
        >
          “{nameOf(asked)}” stops working at once. A revoked link cannot be used again.
        </Confirm>
      )}
      {isMaking && (
        <NewClientLink
          itemId={id}
          name={pname}
          onMade={({ link, url }) => {
            setMaking(false)
            alert.clear()
            setMade({ id: link.id, url })
            void refresh('items')
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  )
  return { list, dialogs }
}

const nameOf = ({ name }: ClientLink) => name ?? 'Client link'
const isOver = ({ expiresAt }: ClientLink) => Date.parse(expiresAt) <= Date.now()

function Row({ link, busy, onEnd }: { link: ClientLink; busy: boolean; onEnd: () => void }) {
  const { opens, lastOpenedAt } = link
  const end = isOver(link) ? 'Remove' : 'Revoke'
  return (
    <li className={styles.row}>
      <div>
        <p className={lists.name}>{nameOf(link)}</p>
        <p className={typography.meta}>
          Made <Day iso={link.createdAt} /> by {link.createdBy}
          {link.hasPassphrase && ', with passphrase'}
          {lastOpenedAt && (
            <>
              . Last opened: <Since iso={lastOpenedAt} />
            </>
          )}
        </p>
      </div>
      <Until link={link} />
      <span className={styles.opens}>
        {opens} {opens === 1 ? 'open' : 'opens'}
      </span>
      <Button
        size="sm"
        variant={isOver(link) ? 'quiet' : 'secondary'}
        disabled={busy}
        aria-label={`${end} ${nameOf(link)}`}
        onClick={onEnd}
      >
        {end}
      </Button>
    </li>
  )
}

/** Milliseconds. */
const soon = 3 * 24 * 60 * 60_000

function Until({ link }: { link: ClientLink }) {
  const end = untilDay(link.expiresAt)
  if (isOver(link)) return <Badge look="draft">{`Expired ${end}`}</Badge>
  const left = Date.parse(link.expiresAt) - Date.now()
  return <Badge look={left < soon ? 'due' : 'ok'}>{`Until ${end}`}</Badge>
}

/** Under a heading, below the fields of the project. */
export function ClientLinksPart({ list }: { list: ReactNode }) {
  return (
    <ProjectSection title="Client links">
      <div className={styles.below}>{list}</div>
    </ProjectSection>
  )
}

export function ClientLinksDialog({ item, onClose }: { item: PortfolioItem; onClose: () => void }) {
  const { list, dialogs } = useClientLinks(item)
  return (
    <>
      {dialogs}
      <Dialog
        title={`Client links of ${item.pname}`}
        onClose={onClose}
        footer={
          <Button size="sm" variant="quiet" onClick={onClose}>
            Close
          </Button>
        }
      >
        {list}
      </Dialog>
    </>
  )
}

const lives = clientLinkDays.map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}))

const initial = { name: '', days: String(defaultClientLinkDays), passphrase: '' }

interface Props {
  itemId: string
  /** Of the project. */
  name: string
  onMade: (made: ResponseOf<typeof createClientLink>) => void
  onClose: () => void
}

function NewClientLink({ itemId, name, onMade, onClose }: Props) {
  const form = useForm(createClientLink.body, {
    initial,
    input: (values) => ({ ...values, days: Number(values.days) }),
    send: (body) => call(createClientLink, { params: { id: itemId }, body }),
    onSent: onMade,
  })
  return (
    <CreateDialog title="New Client Link" form={form} initial={initial} onClose={onClose}>
      <p>Whoever has the link sees {name}, and no other project.</p>
      <TextField
        {...form.field('name')}
        label="For"
        hint="Optional, such as First look for Rui. Only admins see it."
        maxLength={clientLinkNameLength}
        autoComplete="off"
      />
      <Select {...form.field('days')} label="Expires after" options={lives} />
      <TextField
        {...form.field('passphrase')}
        label="Passphrase"
        hint={`Optional, at least ${passwordMin} characters. It is not shown again either.`}
        maxLength={passwordMax}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </CreateDialog>
  )
}
