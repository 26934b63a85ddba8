// Asks what becomes of the webhooks and client links of an admin who leaves: they end, or become one's own.
import type { UserRow } from '../../../contract/responses/accounts.ts'
import type { useQuestion } from '../lists/dialogs.tsx'
import { counted } from '../lists/times.tsx'

/** @returns whether they are taken over; false at once where there are none. @throws Cancelled */
export async function askTakeOver({ ask }: ReturnType<typeof useQuestion>, user: UserRow): Promise<boolean> {
  const all = [
    user.webhooks > 0 && counted(user.webhooks, 'webhook'),
    user.clientLinks > 0 && counted(user.clientLinks, 'client link'),
  ].filter(Boolean)
  if (all.length === 0) return false
  const decision = await ask({
    title: `What ${user.name} has made`,
    other: 'Take over',
    confirmLabel: 'End',
    children: `${user.name} has made ${all.join(' and ')}.`,
    details:
      'Ended, they stop at once: no message is reported, and no client sees a project by them. Taken over, they go on working as yours.',
  })
  return decision === 'other'
}
