// Records events in the audit trail, in the transaction of the change: nothing that did not happen is recorded, and
// nothing of what is listed happens unrecorded.
import type { AuditKind } from '../../contract/dashboard.ts'
import { emailLength } from '../../contract/limits.ts'
import { fold } from '../../contract/text.ts'
import type { AppContext } from '../context.ts'
import { type Database, isFull } from '../db/connect.ts'
import type { AuditEventRow } from '../db/tables.ts'
import type { Actor, SignedInActor } from '../http/client.ts'
import { newId } from '../ids.ts'
import { iso } from '../time.ts'

export interface RecordedEvent {
  kind: AuditKind
  by: Actor
  /** An account is named by its email address, a project by its name. */
  target?: { id: string; name: string }
  /** Beyond the rows of an hour it is still counted for its target: noise from others must not hide it. */
  isTargetCounted?: boolean
  /** What changed, in few words. */
  detail?: string
}

/** Rows of one kind that those who are no admins can make in an hour; what is beyond is counted in one row more. */
const maxRowsAnHour = 50

/**
 * Also in the log, where whoever acted is signed in. That line is written before the commit, which can still fail, as on a
 * full disk.
 * @param db the transaction of the change, where there is one.
 */
export async function record(context: AppContext, db: Database, event: RecordedEvent): Promise<void> {
  const row = rowOf(context, event)
  const { by } = event
  if (by.role === 'admin' || by.role === 'user')
    context.log.info({ event: row.kind, userId: by.id, targetId: row.target_id }, 'for the audit trail')
  if (by.role === 'admin' || by.role === 'operator') {
    await db.insertInto('audit_events').values(row).execute()
    return
  }
  const hour = row.created_at.slice(0, 13)
  // An account, or the client of a visitor: who is signed in is known without the IP address.
  const cause = by.role === 'user' ? by.id : (row.ip ?? 'unknown')
  const key = [row.kind, hour, cause, row.target_id ?? ''].join(' ')
  const { rows, own } = await db
    .selectFrom('audit_events')
    .select((events) => [
      events.fn.countAll<number>().as('rows'),
      events.fn.max(events.case().when('fold_key', '=', key).then('id').end()).as('own'),
    ])
    .where('created_at', '>=', hour)
    .where('kind', '=', row.kind)
    .where('fold_key', 'is not', null)
    .executeTakeFirstOrThrow()
  const hasRoom = own !== null || rows < maxRowsAnHour
  const folded = hasRoom ? { ...row, fold_key: key } : rest(context, event, hour)
  // Of two at the same moment one adds the row and the other counts.
  await db
    .insertInto('audit_events')
    .values(folded)
    .onConflict((conflict) =>
      conflict
        .column('fold_key')
        .doUpdateSet((update) => ({ count: update('audit_events.count', '+', 1), last_at: row.last_at })),
    )
    .execute()
}

/** Of many: it says only how many there were, and where it matters at which account. */
function rest(context: AppContext, event: RecordedEvent, hour: string): AuditEventRow {
  const { kind, target, isTargetCounted } = event
  const named = isTargetCounted && target ? { target } : {}
  const detail = 'more from others in this hour'
  const row = rowOf(context, { kind, by: { role: 'operator' }, ...named, detail })
  return { ...row, fold_key: [kind, hour, 'rest', row.target_id ?? ''].join(' ') }
}

/** Before rows are sent as a file. Reading goes on when the disk is full: then the log alone has it. */
export async function recordExport(
  context: AppContext,
  kind: AuditKind & ('contacts.exported' | 'activity.exported'),
  by: SignedInActor,
): Promise<void> {
  try {
    await record(context, context.db, { kind, by })
  } catch (error) {
    if (!isFull(error)) throw error
    context.log.error(
      { event: 'audit.not-recorded', kind, userId: by.id },
      'no space to record an export in the audit trail',
    )
  }
}

function rowOf(context: AppContext, { kind, by, target, detail }: RecordedEvent): AuditEventRow {
  const now = iso(context)
  const user = by.role === 'admin' || by.role === 'user' ? by : null
  const row = {
    kind,
    user_id: user?.id ?? null,
    user_email: cut(user?.email),
    target_id: target?.id ?? null,
    target_name: cut(target?.name),
    detail: cut(detail),
    ip: ipOf(by),
  }
  const search_text = fold([row.user_email, row.target_name, row.detail, row.ip].filter(Boolean).join('\n'))
  return { id: newId(), ...row, count: 1, fold_key: null, search_text, created_at: now, last_at: now }
}

/** Of admins and of failed sign-ins; never one that all visitors may share. */
function ipOf(by: Actor): string | null {
  if (by.role === 'operator' || by.role === 'user' || by.client.isShared) return null
  return by.client.key
}

/** Nothing that is named here is longer than an email address. */
function cut(text: string | undefined): string | null {
  return text ? [...text].slice(0, emailLength).join('') : null
}
