// Saved replies: admins list, add, change and delete them.
import { Hono } from 'hono'
import { savedReplyLength, savedTitleLength } from '../../contract/limits.ts'
import {
  addSavedReply,
  changeSavedReply,
  deleteSavedReply,
  listSavedReplies,
} from '../../contract/messages.ts'
import { requireAdmin } from '../accounts/guard.ts'
import { accept, acceptNothing, idOf, textBytes } from '../http/accept.ts'
import type { Env } from '../http/env.ts'
import { addSaved, changeSaved, deleteSaved, listSaved } from './saved-replies.ts'

const bytes = textBytes(savedTitleLength + savedReplyLength)

export const savedReplies = new Hono<Env>()
  .get(listSavedReplies.path, requireAdmin, async (c) => c.json({ replies: await listSaved(c.var.context) }))
  .post(addSavedReply.path, requireAdmin, accept(addSavedReply, bytes), async (c) => {
    const reply = await addSaved(c.var.context, c.req.valid('json'))
    return c.json({ success: true, message: 'Reply saved.', reply })
  })
  .put(changeSavedReply.path, requireAdmin, accept(changeSavedReply, bytes), async (c) => {
    const reply = await changeSaved(c.var.context, idOf(c), c.req.valid('json'))
    return c.json({ success: true, message: 'Reply saved.', reply })
  })
  .delete(deleteSavedReply.path, requireAdmin, acceptNothing, async (c) => {
    await deleteSaved(c.var.context, idOf(c))
    return c.json({ success: true, message: 'Saved reply deleted.' })
  })
