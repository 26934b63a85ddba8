// The audit trail: who did what, when and from where; filtered, searched and exported.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { type AuditKind, exportActivity, listActivity } from '../../../contract/dashboard.ts'
import { adminPage } from '../../../contract/limits.ts'
import type { AuditEvent } from '../../../contract/responses/dashboard.ts'
import { useAlert } from '../../alerts.tsx'
import { call } from '../../call.ts'
import { callForFile } from '../../call-files.ts'
import { type MetaArgs, pageMeta, titled } from '../../page-meta.ts'
import { Row } from '../../ui/list/table.tsx'
import { ExportButton } from '../inbox/export-button.tsx'
import * as lists from '../lists/admin-list.module.css'
import { ListLayout } from '../lists/admin-list.tsx'
import { useLogged } from '../lists/admin-queries.ts'
import { useExistingPage, useListFilters } from '../lists/list-filters.ts'
import { SearchBox, SortOrder, StatusFilter } from '../lists/list-parts.tsx'
import * as styles from './settings.module.css'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Activity', matches), noindex: true })
}

const columns = [
  { label: 'When', className: styles.when },
  { label: 'Who', className: styles.who },
  { label: 'What' },
  { label: 'From', className: styles.from },
]

const labels: Record<AuditKind, string> = {
  'login.succeeded': 'Signed in',
  'login.failed': 'Sign-in failed',
  'user.registered': 'Registered',
  'user.deleted': 'Account deleted',
  'user.role-changed': 'Role changed',
  'user.email-changed': 'Email address changed',
  'admin.created': 'Made an admin',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset',
  'registration.changed': 'Registration switched',
  'site.published': 'Site published',
  'contacts.deleted': 'Messages deleted',
  'contacts.exported': 'Messages exported',
  'portfolio.deleted': 'Project deleted',
  'backup.created': 'Backup made',
  'backup.failed': 'Backup failed',
  'backup.downloaded': 'Backup downloaded',
  'backups.changed': 'Backups scheduled',
  'retention.changed': 'Retention of messages changed',
  'activity.exported': 'Activity exported',
  'token.created': 'Access token created',
  'token.revoked': 'Access token revoked',
  'token.rejected': 'Access token rejected',
  'webhook.created': 'Webhook created',
  'webhook.deleted': 'Webhook deleted',
  'webhook.disabled': 'Webhook switched off',
  'client-link.created': 'Client link created',
  'client-link.revoked': 'Client link revoked',
}
const kinds = [
  { value: '', label: 'All Events' },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]

export default function Activity() {
  const control = useListFilters()
  const { status: kind, ...rest } = control.filters
  const filters = { ...rest, kind }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['admin', 'activity', filters],
    queryFn: ({ signal }) => call(listActivity, { query: { ...filters, limit: adminPage }, signal }),
    placeholderData: keepPreviousData,
  })
  useLogged(error, 'Activity')
  useExistingPage(control, isPlaceholderData ? undefined : data?.page)
  const alert = useAlert()
  const region = useRef<HTMLDivElement>(null)
  const rows = data?.events ?? []
  return (
    <ListLayout
      list={{
        total: data?.total,
        page: data?.page ?? filters.page,
        totalPages: data?.totalPages ?? 1,
        count: rows.length,
        isStale: isPlaceholderData,
        error,
        refetch,
        turn: control.turn,
        alert,
        region,
      }}
      title="Activity"
      dense
      className={styles.table}
      columns={columns}
      empty="No activity found"
      tools={
        <>
          <SearchBox control={control} placeholder="Search by email, name or IP" />
          <StatusFilter control={control} label="Event" options={kinds} />
          <SortOrder control={control} />
          <div className={lists.push}>
            <ExportButton
              alert={alert}
              noun="Activity"
              fetchFile={() => callForFile(exportActivity, { query: filters })}
            />
          </div>
        </>
      }
    >
      {rows.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </ListLayout>
  )
}

function EventRow({ event }: { event: AuditEvent }) {
  const { kind, user, target, detail, count, ip } = event
  const about = [target?.name, detail].filter(Boolean).join(', ')
  const times = count > 1 ? ` (${count} times)` : ''
  const what = `${labels[kind] ?? kind}${about && `: ${about}`}${times}`
  return (
    <Row>
      <td className={lists.date}>
        <When event={event} />
      </td>
      <td className={lists.strong}>
        {user ? (
          <Link
            to={`?search=${encodeURIComponent(user.email)}`}
            title={`Show what has to do with ${user.email}`}
          >
            {user.email}
          </Link>
        ) : (
          causeOf(event)
        )}
      </td>
      <td>{kind === 'login.failed' ? <b>{what}</b> : what}</td>
      <td className={lists.soft}>{ip ?? 'No IP address'}</td>
    </Row>
  )
}

/** Who it was when it was no account, or more than one. */
function causeOf({ kind, count }: AuditEvent): string {
  if (kind === 'login.failed') return 'Visitor'
  return count > 1 ? 'Several users' : 'The server'
}

const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const second = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

/** To the minute; to the second on hover, and until when where it happened several times. In the viewer's zone. */
function When({ event: { createdAt, lastAt } }: { event: AuditEvent }) {
  const first = second.format(new Date(createdAt))
  const title = lastAt === createdAt ? first : `${first} to ${second.format(new Date(lastAt))}`
  return (
    <time dateTime={createdAt} title={title}>
      {minute.format(new Date(createdAt))}
    </time>
  )
}
