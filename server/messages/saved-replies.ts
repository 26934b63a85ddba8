// Saved replies: all admins share them.
import type * as z from 'zod/mini'
import { maxSavedReplies } from '../../contract/limits.ts'
import type { savedReply } from '../../contract/messages.ts'
import { Problem } from '../../contract/problem.ts'
import type { SavedReply } from '../../contract/responses/messages.ts'
import type { AppContext } from '../context.ts'
import { lock } from '../db/connect.ts'
import { countRows } from '../db/search.ts'
import { newId } from '../ids.ts'
import { iso } from '../time.ts'

type Text = z.output<typeof savedReply>

/** By title. */
export async function listSaved({ db }: AppContext): Promise<SavedReply[]> {
  const rows = await db
    .selectFrom('saved_replies')
    .select(['id', 'title', 'body'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const order = new Intl.Collator('en')
  return rows.toSorted((one, other) => order.compare(one.title, other.title))
}

/** @throws Problem 'conflict' where there are as many as may be stored. */
export async function addSaved(context: AppContext, text: Text): Promise<SavedReply> {
  const reply = { id: newId(), ...text }
  await context.db.transaction().execute(async (tx) => {
    await lock(tx, 'saved-replies')
    await tx
      .insertInto('saved_replies')
      .values({ ...reply, created_at: iso(context) })
      .execute()
    if ((await countRows(tx.selectFrom('saved_replies'))) > maxSavedReplies)
      throw new Problem('conflict', `At most ${maxSavedReplies} replies can be saved. Delete one first.`)
  })
  return reply
}

/** @throws Problem 'unknown' */
export async function changeSaved({ db }: AppContext, id: string, text: Text): Promise<SavedReply> {
  const row = await db
    .updateTable('saved_replies')
    .set(text)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw unknownReply()
  return { id, ...text }
}

/** @throws Problem 'unknown' */
export async function deleteSaved({ db }: AppContext, id: string): Promise<void> {
  const row = await db.deleteFrom('saved_replies').where('id', '=', id).returning('id').executeTakeFirst()
  if (!row) throw unknownReply()
}

function unknownReply(): Problem {
  return new Problem('unknown', 'This saved reply no longer exists.')
}
