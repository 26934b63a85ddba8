// The audit trail: who did what, when and from where; filtered, searched and exported.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type AuditKind, exportActivity, listActivity } from '../../../contract/dashboard.ts'
import { adminPage } from '../../../contract/limits.ts'
import type { AuditEvent } from '../../../contract/responses/dashboard.ts'
import { callForFile } from '../../call-files.ts'
import { privateMeta } from '../../page-meta.ts'
import { optionsOf } from '../../ui/field.tsx'
import * as ui from '../../ui/primitives.module.css'
import * as lists from '../lists/admin-list.module.css'
import { ExportButton, ListLayout, usePagedList } from '../lists/admin-list.tsx'
import { read } from '../lists/admin-queries.ts'
import { ListTools, useListFilters } from '../lists/list-filters.tsx'
import { minuteText, Time } from '../lists/times.tsx'
import * as styles from './settings.module.css'

export const meta = privateMeta('Activity')

const columns = [
  { label: 'When', width: '18%' },
  { label: 'Who', width: '26%' },
  { label: 'What' },
  { label: 'From', width: '18%' },
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
  'portfolio.added': 'Project added',
  'portfolio.changed': 'Project changed',
  'portfolio.deleted': 'Project deleted',
  'backup.created': 'Backup made',
  'backup.failed': 'Backup failed',
  'backup.downloaded': 'Backup downloaded',
  'backups.changed': 'Backups scheduled',
  'mail.changed': 'Email account changed',
  'retention.changed': 'Retention of messages changed',
  'signature.changed': 'Signature changed',
  'saved-replies.changed': 'Saved replies changed',
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
const byKind = {
  label: 'Event',
  options: optionsOf({ '': 'All Events', ...labels }),
}

export default function Activity() {
  const control = useListFilters()
  const { status: kind, ...rest } = control.filters
  const filters = { ...rest, kind }
  const query = useQuery({
    ...read('activity', listActivity, { query: { ...filters, limit: adminPage } }),
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.events ?? []
  const list = usePagedList({ control, query, rows })
  return (
    <ListLayout
      list={list}
      title="Activity"
      dense
      className={styles.table}
      columns={columns}
      empty="No activity found"
      tools={
        <>
          <ListTools control={control} placeholder="Search by email, name or IP" filter={byKind} />
          <div className={`${ui.row} ${lists.push}`}>
            <ExportButton
              alert={list.alert}
              noun="Activity"
              fetchFile={() => callForFile(exportActivity, { query: filters })}
            />
          </div>
        </>
      }
    >
      {rows.map((event) => {
        const { id, kind, user, target, detail, count, ip, createdAt, lastAt } = event
        const about = [target?.name, detail].filter(Boolean).join(', ')
        const times = count > 1 ? ` (${count} times)` : ''
        const what = `${labels[kind] ?? kind}${about && `: ${about}`}${times}`
        return (
          <tr key={id}>
            <td className={lists.date}>
              <Time iso={createdAt} until={lastAt} text={minuteText} />
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
            <td className={ui.hint}>{ip ?? 'No IP address'}</td>
          </tr>
        )
      })}
    </ListLayout>
  )
}

/** Who it was when it was no account, or more than one. */
function causeOf({ kind, count }: AuditEvent): string {
  if (kind === 'login.failed') return 'Visitor'
  return count > 1 ? 'Several users' : 'The server'
}
