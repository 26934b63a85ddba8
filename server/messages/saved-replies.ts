// Saved replies: all admins share them.
import type * as z from 'zod/mini'
import { maxSavedReplies } from '../../contract/limits.ts'
import type { savedReply } from '../../contract/messages.ts'
import { Problem } from '../../contract/problem.ts'
import type { SavedReply } from '../../contract/responses/messages.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { lock } from '../db/connect.ts'
import { countRows } from '../db/search.ts'
import type { Actor } from '../http/client.ts'
import { newId } from '../ids.ts'
import { iso } from '../time.ts'

type Text = z.output<typeof savedReply>

const kind = 'saved-replies.changed'

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
export async function addSaved(context: AppContext, by: Actor, text: Text): Promise<SavedReply> {
  const reply = { id: newId(), ...text }
  await context.db.transaction().execute(async (tx) => {
    await lock(tx, 'saved-replies')
    await tx
      .insertInto('saved_replies')
      .values({ ...reply, created_at: iso(context) })
      .execute()
    if ((await countRows(tx.selectFrom('saved_replies'))) > maxSavedReplies)
      throw new Problem('conflict', `At most ${maxSavedReplies} replies can be saved. Delete one first.`)
    await record(context, tx, { kind, by, detail: `added: ${text.title}` })
  })
  return reply
}

/** @throws Problem 'unknown' */
export async function changeSaved(
  context: AppContext,
  by: Actor,
  id: string,
  text: Text,
): Promise<SavedReply> {
  await context.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('saved_replies')
      .set(text)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw unknownReply()
    await record(context, tx, { kind, by, detail: `changed: ${text.title}` })
  })
  return { id, ...text }
}

/** @throws Problem 'unknown' */
export async function deleteSaved(context: AppContext, by: Actor, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const deletion = tx.deleteFrom('saved_replies').where('id', '=', id)
    const row = await deletion.returning('title').executeTakeFirst()
    if (!row) throw unknownReply()
    await record(context, tx, { kind, by, detail: `deleted: ${row.title}` })
  })
}

function unknownReply(): Problem {
  return new Problem('unknown', 'This saved reply no longer exists.')
}
