// What there is to do, on the dashboard's home: mail trouble, unreplied messages, spam, dead links, drafts, the last backup.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { OwnLine } from '../../../contract/dashboard.ts'
import { reasonOf } from '../../../contract/preview-check.ts'
import type { DashboardHome } from '../../../contract/responses/dashboard.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import type { useAlert } from '../../alerts.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { Reply } from '../inbox/reply.tsx'
import * as lists from '../lists/admin-list.module.css'
import { homeQuery } from '../lists/admin-queries.ts'
import { NotLoaded, smtpHint } from '../lists/parts.tsx'
import { counted, momentText, sinceText, Time, untilText } from '../lists/times.tsx'
import { useEditPortfolio } from '../projects/edit-portfolio.tsx'
import { CheckAgain } from '../projects/preview-check.tsx'
import { DownloadButton, sizeOf } from '../settings/backups.tsx'
import * as styles from './home.module.css'
import { MakeYours, ownCount, useOwnChange } from './make-yours.tsx'

interface Thing {
  /** Where there are several in a group. */
  id?: string
  title: ReactNode
  /** The line below the title. */
  text: ReactNode
  action?: ReactNode
  /** Nothing is to be done. */
  isQuiet?: boolean
  /** Left out where anything is to be done. */
  isOnlyNews?: boolean
}

/** Left out without things. */
interface Group {
  label: string
  things: readonly Thing[]
  /** How many there are to do, of which the newest are shown; `more` leads to all of them. */
  total?: number
  more?: string
  to?: string
}

type Props = {
  alert: ReturnType<typeof useAlert>
  /** Moves the focus to the page's title: the row that had it will go. */
  onDone: () => void
}

export function ToDo({ alert, onDone }: Props) {
  const { data, error, refetch } = useQuery(homeQuery)
  const [replying, setReplying] = useState<ContactMessage | null>(null)
  // Published, a draft is in the list no more.
  const editor = useEditPortfolio(alert, onDone)
  const ownChange = useOwnChange()
  const done = (message: ReactNode) => {
    flushSync(() => setReplying(null))
    alert.show('success', message)
    onDone()
  }

  const groupsOf = ({ own, mail, messages, spam, dead, drafts, backup }: DashboardHome): Group[] => {
    /** Shown in the list of what is still the demo's, and not again. */
    const isListed = (line: OwnLine) => own !== null && own.awaySince === null && !own.done.includes(line)
    // That it fails counts in any case.
    const isMailDue = mail.failing !== null || (!mail.configured && !isListed('email'))
    return [
      { label: 'Email', things: isListed('email') ? [] : [emailThing(mail)], total: Number(isMailDue) },
      {
        label: 'Messages',
        things: messages.newest.map((message, at) => ({
          id: message.id,
          title: message.name,
          text: (
            <>
              <bdi>{asSentence(message.subject ?? 'No subject')}</bdi>{' '}
              <Time iso={message.createdAt} text={sinceText} />
            </>
          ),
          action: message.sending ? (
            <Badge look="draft">Sending</Badge>
          ) : (
            press(
              'Reply',
              `Reply to ${message.name}`,
              () => setReplying(message),
              at === 0 ? 'primary' : 'secondary',
            )
          ),
        })),
        total: messages.total,
        more: `All ${messages.total} unreplied messages`,
        to: '/dashboard/view-contacts?status=unreplied',
      },
      { label: 'Spam', things: spam > 0 ? [spamThing(spam)] : [] },
      {
        label: 'Links',
        things: dead.links.map(({ id, name, check }) => ({
          id,
          title: `${name} does not respond`,
          text: (
            <>
              {reasonOf(check)}{' '}
              {check.deadSince && (
                <>
                  Dead since <Time iso={check.deadSince} />.{' '}
                </>
              )}
              Visitors see its image instead.
            </>
          ),
          action: (
            <CheckAgain
              id={id}
              name={name}
              onChecked={({ state }) => state !== 'dead' && done(`${name} responds again.`)}
            />
          ),
        })),
        total: dead.total,
        more: `And ${dead.total - dead.links.length} more: all projects`,
        to: '/dashboard/view-portfolio',
      },
      {
        label: 'Drafts',
        things: drafts.newest.map((draft) => ({
          id: draft.id,
          title: draft.pname,
          text: (
            <>
              Changed <Time iso={draft.changedAt} />
              {draft.pimage === null && '. No image yet'}
            </>
          ),
          action: press('Edit', `Edit ${draft.pname}`, () => editor.open(draft.id)),
        })),
        total: drafts.total,
        more: `All ${drafts.total} drafts`,
        to: '/dashboard/view-portfolio?status=draft',
      },
      { label: 'Backup', things: isListed('backups') ? [] : [backupThing(backup, alert)] },
      {
        label: 'Your site',
        things: own?.awaySince
          ? [
              {
                isQuiet: true,
                title: ownCount(own),
                text: (
                  <>
                    Put away <Time iso={own.awaySince} />
                  </>
                ),
                action: press('Show', 'Show what is not yours yet', () => ownChange.run('show'), 'quiet'),
              },
            ]
          : [],
      },
    ]
  }
  const groups = data ? groupsOf(data) : []
  // Also what is not shown.
  const counts = groups.map(({ things, total }) => total ?? things.filter(({ isQuiet }) => !isQuiet).length)
  const count = counts.reduce((sum, of) => sum + of, 0)
  const shown = groups
    .map((group) => ({
      ...group,
      things: group.things.filter(({ isOnlyNews }) => !isOnlyNews || count === 0),
    }))
    .filter(({ things }) => things.length > 0)

  return (
    <div>
      {data?.own && <MakeYours own={data.own} />}
      <section aria-labelledby="to-do">
        <div className={ui.partTitle}>
          <h2 id="to-do">To do</h2>
          {count > 0 && <p className={ui.meta}>{counted(count, 'thing')}</p>}
        </div>
        {!data && error && <NotLoaded what="The list" className={styles.text} onRetry={refetch} />}
        {data && count === 0 && (
          <div className={styles.none}>
            <Empty text="Nothing to do.">
              <p>Every message has a reply. {linksText(data.links)}</p>
            </Empty>
          </div>
        )}
        {data && (
          <dl className={styles.list}>
            {shown.map(({ label, things, total = 0, more, to = '' }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <ul className={lists.rows}>
                    {things.map(({ id, title, text, action, isQuiet }) => (
                      <li key={id ?? label} className={classes(styles.row, isQuiet && styles.quiet)}>
                        <div>
                          <p className={styles.title}>{title}</p>
                          <p className={ui.meta}>{text}</p>
                        </div>
                        {action}
                      </li>
                    ))}
                    {total > things.length && (
                      <li className={classes(styles.row, styles.more)}>
                        <Link className={ui.link} to={to}>
                          {more}
                        </Link>
                      </li>
                    )}
                  </ul>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {replying && (
          <Reply key={replying.id} message={replying} onClose={() => setReplying(null)} onSent={done} />
        )}
        {editor.dialog()}
      </section>
    </div>
  )
}

/** @param named what it is called for screen readers, which hear nothing of the row around it */
const press = (
  label: string,
  named: string,
  onClick: () => void,
  variant: 'primary' | 'secondary' | 'quiet' = 'secondary',
) => (
  <Button size="sm" variant={variant} aria-label={named} onClick={onClick}>
    {label}
  </Button>
)

const leadTo = (to: string, label: string) => (
  <ButtonLink size="sm" variant="secondary" to={to}>
    {label}
  </ButtonLink>
)

function emailThing({ configured, failing, waiting, nextTry, lastSent }: DashboardHome['mail']): Thing {
  const action = leadTo('/dashboard/settings', 'Check settings')
  if (!configured) {
    const text = `Emails are written to the outbox folder instead of being sent. ${smtpHint}`
    return { title: <Badge look="due">Email is not configured</Badge>, text, action }
  }
  if (failing !== null) {
    const title = waiting === 0 ? 'An email was rejected' : `${counted(waiting, 'email')} could not be sent`
    const text = `${asSentence(failing)}${nextTry ? ` Next try ${untilText(nextTry)}.` : ''}`
    return { title: <Badge look="bad">{title}</Badge>, text, action }
  }
  const text = lastSent ? `Last sent ${momentText(lastSent)}` : 'No email was sent yet.'
  return { isQuiet: true, isOnlyNews: true, title: <Badge look="ok">Email works</Badge>, text }
}

/** What was held back since somebody last looked. */
const spamThing = (count: number): Thing => ({
  title: counted(count, 'new message'),
  text: 'Held back, and not emailed to you. The reason stands beside each.',
  action: leadTo('/dashboard/view-contacts?folder=spam', 'Look through'),
})

function backupThing(
  { interval, last, next, failing }: DashboardHome['backup'],
  alert: Props['alert'],
): Thing {
  const due = next && `Next one ${Date.parse(next) <= Date.now() ? 'now' : onDay(next)}`
  const title = last ? `Last backup ${momentText(last.at)}` : 'No backups yet'
  if (failing !== null)
    return {
      title: <Badge look="bad">The last backup failed</Badge>,
      text: `${asSentence(failing)} ${due ?? ''}`,
      action: leadTo('/dashboard/settings', 'Check settings'),
    }
  if (interval === 'off')
    return {
      title: <Badge look="due">{title}</Badge>,
      text: 'Scheduled backups are off.',
      action: leadTo('/dashboard/settings', 'Set up backups'),
    }
  if (last === null) return { isQuiet: true, title: <Badge look="draft">{title}</Badge>, text: due }
  return {
    isQuiet: true,
    title: <Badge look="ok">{title}</Badge>,
    text: `${sizeOf(last.bytes)}. ${due ?? ''}`,
    action: <DownloadButton alert={alert} label="Download" variant="quiet" />,
  }
}

const asSentence = (text: string) => (/[.!?)…。！？]$/u.test(text) ? text : `${text}.`)

/** "today, 03:00" and "on Nov 22, 2026, 03:00". */
function onDay(iso: string): string {
  const text = momentText(iso)
  return /^[a-z]/.test(text) ? text : `on ${text}`
}

/** Only what is known: dead links are things to do. */
function linksText(links: DashboardHome['links']): string {
  if (!links) return 'Links are not checked: PREVIEW_CHECK is off.'
  const { total, unchecked, hasNetwork } = links
  if (total === 0) return ''
  if (unchecked === 0) return 'No link was found dead.'
  const some =
    unchecked === total ? (total === 1 ? 'The link is' : 'Links are') : `${unchecked} of ${total} links are`
  return `${some} not checked${hasNetwork ? '.' : ': this server has no way to the internet.'}`
}
