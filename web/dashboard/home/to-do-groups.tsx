// The groups of the list of things to do. A group without rows is left out.
import { Link } from 'react-router'
import type { DashboardHome, DraftItem } from '../../../contract/responses/dashboard.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import type { useAlert } from '../../alerts.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import * as typography from '../../ui/typography.module.css'
import { smtpHint } from '../inbox/smtp-hint.ts'
import { Day } from '../lists/list-parts.tsx'
import { momentText, Since, untilText } from '../lists/times.tsx'
import { useDownload } from '../settings/backup-download.tsx'
import { sizeOf } from '../settings/backups.tsx'
import { action, Group, More, Row } from './to-do-row.tsx'

export function EmailGroup({ mail, isQuiet }: { mail: DashboardHome['mail']; isQuiet: boolean }) {
  const { configured, failing, waiting, nextTry, lastSent } = mail
  const settings = (
    <ButtonLink size="sm" variant="secondary" className={action} to="/dashboard/settings">
      Check settings
    </ButtonLink>
  )
  if (!configured)
    return (
      <Group label="Email">
        <Row title={<Badge look="due">Email is not configured</Badge>} action={settings}>
          Emails are written to the outbox folder instead of being sent. {smtpHint}
        </Row>
      </Group>
    )
  if (failing !== null) {
    const title =
      waiting === 0
        ? 'An email was rejected'
        : waiting === 1
          ? '1 email could not be sent'
          : `${waiting} emails could not be sent`
    return (
      <Group label="Email">
        <Row title={<Badge look="bad">{title}</Badge>} action={settings}>
          {/[.!?)]$/.test(failing) ? failing : `${failing}.`}
          {nextTry && ` Next try ${untilText(nextTry)}.`}
        </Row>
      </Group>
    )
  }
  if (!isQuiet) return null
  return (
    <Group label="Email">
      <Row quiet title={<Badge look="ok">Email works</Badge>}>
        {lastSent ? `Last sent ${momentText(lastSent)}` : 'No email was sent yet.'}
      </Row>
    </Group>
  )
}

type MessagesProps = { messages: DashboardHome['messages']; onReply: (message: ContactMessage) => void }

export function Messages({ messages: { total, newest }, onReply }: MessagesProps) {
  if (newest.length === 0) return null
  return (
    <Group label="Messages">
      {newest.map((message, at) => (
        <Row
          key={message.id}
          title={message.name}
          action={
            message.sending ? (
              <Badge look="draft">Sending</Badge>
            ) : (
              <Button
                size="sm"
                variant={at === 0 ? 'primary' : 'secondary'}
                className={action}
                aria-label={`Reply to ${message.name}`}
                onClick={() => onReply(message)}
              >
                Reply
              </Button>
            )
          }
        >
          {asSentence(message.subject ?? 'No subject')} <Since iso={message.createdAt} />
        </Row>
      ))}
      {total > newest.length && (
        <More>
          <Link className={typography.link} to="/dashboard/view-contacts?status=unreplied">
            All {total} unreplied messages
          </Link>
        </More>
      )}
    </Group>
  )
}

/** What was held back since somebody last looked. */
export function Spam({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Group label="Spam">
      <Row
        title={count === 1 ? '1 new message' : `${count} new messages`}
        action={
          <ButtonLink
            size="sm"
            variant="secondary"
            className={action}
            to="/dashboard/view-contacts?folder=spam"
          >
            Look through
          </ButtonLink>
        }
      >
        Held back for how {count === 1 ? 'it was' : 'they were'} sent, and not emailed to you.
      </Row>
    </Group>
  )
}

const asSentence = (text: string) => (/[.!?…。！？]$/u.test(text) ? text : `${text}.`)

type DraftsProps = { drafts: DashboardHome['drafts']; onEdit: (draft: DraftItem) => void }

export function Drafts({ drafts: { total, newest }, onEdit }: DraftsProps) {
  if (newest.length === 0) return null
  return (
    <Group label="Drafts">
      {newest.map((draft) => (
        <Row
          key={draft.id}
          title={draft.pname}
          action={
            <Button
              size="sm"
              variant="secondary"
              className={action}
              aria-label={`Edit ${draft.pname}`}
              onClick={() => onEdit(draft)}
            >
              Edit
            </Button>
          }
        >
          Changed <Day iso={draft.changedAt} />
          {draft.pimage === null && '. No image yet'}
        </Row>
      ))}
      {total > newest.length && (
        <More>
          <Link className={typography.link} to="/dashboard/view-portfolio?status=draft">
            All {total} drafts
          </Link>
        </More>
      )}
    </Group>
  )
}

/** Whether the row wants something: a failure to look at, or backups to set up. */
export function isBackupDue({ interval, failing }: DashboardHome['backup']): boolean {
  return failing !== null || interval === 'off'
}

type BackupProps = { backup: DashboardHome['backup']; alert: ReturnType<typeof useAlert> }

export function BackupGroup({ backup: { interval, last, next, failing }, alert }: BackupProps) {
  const download = useDownload(alert, { label: 'Download', variant: 'quiet', className: action })
  const settings = (label: string) => (
    <ButtonLink size="sm" variant="secondary" className={action} to="/dashboard/settings">
      {label}
    </ButtonLink>
  )
  const due = next && (Date.parse(next) <= Date.now() ? 'Next one now' : `Next one ${onDay(next)}`)
  if (failing !== null)
    return (
      <Group label="Backup">
        <Row title={<Badge look="bad">The last backup failed</Badge>} action={settings('Check settings')}>
          {asSentence(failing)} {due}
        </Row>
      </Group>
    )
  const title = last ? `Last backup ${momentText(last.at)}` : 'No backups yet'
  if (interval === 'off')
    return (
      <Group label="Backup">
        <Row title={<Badge look="due">{title}</Badge>} action={settings('Set up backups')}>
          Scheduled backups are off.
        </Row>
      </Group>
    )
  if (last === null)
    return (
      <Group label="Backup">
        <Row quiet title={<Badge look="draft">{title}</Badge>}>
          {due}
        </Row>
      </Group>
    )
  return (
    <Group label="Backup">
      <Row
        quiet
        title={<Badge look="ok">{title}</Badge>}
        action={
          <>
            {download.button}
            {download.dialog}
          </>
        }
      >
        {sizeOf(last.bytes)}. {due}
      </Row>
    </Group>
  )
}

/** "today, 03:00" and "on Nov 22, 2026, 03:00". */
function onDay(iso: string): string {
  const text = momentText(iso)
  return /^[a-z]/.test(text) ? text : `on ${text}`
}
