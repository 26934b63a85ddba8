// Contact messages: visitors send them; admins list, reply to, export and delete them, save replies, write what ends each
// reply, and set how long messages are stored.
import { type Context, Hono } from 'hono'
import {
  emailLength,
  extraLength,
  messageLength,
  nameLength,
  replyLength,
  savedReplyLength,
  savedTitleLength,
  signatureLength,
  subjectLength,
} from '../../contract/limits.ts'
import {
  addSavedReply,
  changeContacts,
  changeSavedReply,
  deleteContact,
  deleteContacts,
  deleteSavedReply,
  deleteSpam,
  exportContacts,
  listContacts,
  listSavedReplies,
  readContact,
  replyToMessage,
  sendMessage,
} from '../../contract/messages.ts'
import {
  countOldMessages,
  readRetention,
  readSignature,
  setRetention,
  setSignature,
} from '../../contract/settings.ts'
import { requireAdmin, requireAdminOrToken } from '../accounts/guard.ts'
import { recordExport } from '../audit/record.ts'
import { accept, idListBytes, idOf, skippedText, textBytes } from '../http/accept.ts'
import { type Client, clientOf } from '../http/client.ts'
import { sendCsv } from '../http/csv.ts'
import type { Env } from '../http/env.ts'
import { requireSameOrigin } from '../http/middleware.ts'
import { limits, throttle } from '../http/rate-limit.ts'
import * as changes from './changes.ts'
import * as emails from './emails.ts'
import { receive } from './incoming.ts'
import { countMailboxes, exportRows, readMessagePage, readOne, readThread } from './messages.ts'
import { replyTo, unknownMessage } from './replies.ts'
import { addSaved, changeSaved, deleteSaved, listSaved } from './saved-replies.ts'

const messageBytes = textBytes(nameLength + emailLength + subjectLength + messageLength + 4 * extraLength)
const replyBytes = textBytes(subjectLength + replyLength)
const savedReplyBytes = textBytes(savedTitleLength + savedReplyLength)

const mayRead = requireAdminOrToken('contacts:read')
const mayWrite = requireAdminOrToken('contacts:write')

export const messages = new Hono<Env>()
  // Validated first: invalid fields do not count against the limit, and nothing is stored for them.
  .post(sendMessage.path, accept(sendMessage, messageBytes), throttle(limits.contact), async (c) => {
    const { context } = c.var
    const sent = c.req.valid('json')
    await receive(context, sent, { network: networkOf(clientOf(c)), isBrowser: isFromBrowser(c) })
    return c.json({ success: true, message: 'Message sent successfully!' }, 201)
  })

  .get(listContacts.path, mayRead, accept(listContacts), async (c) => {
    const page = await readMessagePage(c.var.context, c.req.valid('query'))
    return c.json({ ...page, folders: await countMailboxes(c.var.context) })
  })
  // Before the paths with an id.
  .get(exportContacts.path, mayRead, requireSameOrigin, accept(exportContacts), async (c) => {
    const { context } = c.var
    const rows = exportRows(context, c.req.valid('query'))
    return sendCsv(c, 'contacts.csv', rows, () => recordExport(context, 'contacts.exported', c.var.user))
  })
  .post(deleteContacts.path, mayWrite, accept(deleteContacts, idListBytes), async (c) => {
    const { ids } = c.req.valid('json')
    const deleted = await changes.deleteByIds(c.var.context, c.var.user, ids)
    return c.json({
      success: true,
      message: `${changes.counted(deleted)} deleted.${skippedText(ids.length - deleted)}`,
      deleted,
    })
  })
  .post(changeContacts.path, mayWrite, accept(changeContacts, idListBytes), async (c) => {
    const change = c.req.valid('json')
    const changed = await changes.changeMessages(c.var.context, change)
    const message = `${changes.counted(changed)} changed.${skippedText(change.ids.length - changed)}`
    return c.json({ success: true, message, changed })
  })
  .post(deleteSpam.path, mayWrite, accept(deleteSpam), async (c) => {
    const { deleted, left } = await changes.deleteSpam(c.var.context, c.var.user)
    const rest = left === 0 ? '' : ` Time was up: ${changes.counted(left)} left. Delete again.`
    return c.json({ success: true, message: `${changes.counted(deleted)} deleted.${rest}`, deleted, left })
  })
  .get(readContact.path, mayRead, async (c) => c.json(await readThread(c.var.context, idOf(c))))
  .post(replyToMessage.path, mayWrite, accept(replyToMessage, replyBytes), async (c) => {
    const { context, user } = c.var
    const id = idOf(c)
    const outcome = await replyTo(context, id, c.req.valid('json'), user)
    const contact = await readOne(context, id)
    if (!outcome.sent) {
      const reason = outcome.reason?.replace(/\.$/, '')
      const why = reason
        ? `Reply saved, not sent yet: ${reason}`
        : 'Reply saved. The mail server did not respond'
      const message = `${why}; sending is retried.`
      return c.json({ success: true, message, contact }, 202)
    }
    const where = outcome.file ? ` No mail server is set up: the email is in ${outcome.file}` : ''
    return c.json({ success: true, message: `Reply sent successfully!${where}`, contact })
  })
  .delete(deleteContact.path, mayWrite, accept(deleteContact), async (c) => {
    if ((await changes.deleteByIds(c.var.context, c.var.user, [idOf(c)])) === 0) throw unknownMessage()
    return c.json({ success: true, message: 'Message deleted successfully!' })
  })

  .get(listSavedReplies.path, requireAdmin, async (c) => c.json({ replies: await listSaved(c.var.context) }))
  .post(addSavedReply.path, requireAdmin, accept(addSavedReply, savedReplyBytes), async (c) => {
    const reply = await addSaved(c.var.context, c.var.user, c.req.valid('json'))
    return c.json({ success: true, message: 'Reply saved.', reply })
  })
  .put(changeSavedReply.path, requireAdmin, accept(changeSavedReply, savedReplyBytes), async (c) => {
    const reply = await changeSaved(c.var.context, c.var.user, idOf(c), c.req.valid('json'))
    return c.json({ success: true, message: 'Reply saved.', reply })
  })
  .delete(deleteSavedReply.path, requireAdmin, accept(deleteSavedReply), async (c) => {
    await deleteSaved(c.var.context, c.var.user, idOf(c))
    return c.json({ success: true, message: 'Saved reply deleted.' })
  })

  .get(readSignature.path, requireAdmin, async (c) =>
    c.json({ signature: await emails.readSignature(c.var.context) }),
  )
  .put(setSignature.path, requireAdmin, accept(setSignature, textBytes(signatureLength)), async (c) => {
    const { signature } = c.req.valid('json')
    await emails.setSignature(c.var.context, c.var.user, signature)
    return c.json({ success: true, message: 'Signature saved!', signature })
  })

  .get(readRetention.path, requireAdmin, async (c) =>
    c.json({ months: await changes.readRetention(c.var.context) }),
  )
  .get(countOldMessages.path, requireAdmin, accept(countOldMessages), async (c) => {
    const { months } = c.req.valid('query')
    return c.json({ messages: await changes.countOldMessages(c.var.context, months) })
  })
  .put(setRetention.path, requireAdmin, accept(setRetention), async (c) => {
    const { months } = c.req.valid('json')
    await changes.setRetention(c.var.context, c.var.user, months)
    return c.json({ success: true, message: 'Setting saved!', months })
  })

/**
 * Every browser sends Origin with a POST, nearly all send Sec-Fetch-Site, and an extension that takes the language or the
 * name of the browser away leaves the other one.
 */
function isFromBrowser({ req }: Context<Env>): boolean {
  const isFromPage = req.header('origin') !== undefined || req.header('sec-fetch-site') !== undefined
  const isNamed = /^Mozilla\//.test(req.header('user-agent') ?? '')
  return isFromPage && (isNamed || req.header('accept-language') !== undefined)
}

/** The /24 or /48; null where all visitors may share it. */
function networkOf({ ip, network, isShared }: Client): string | null {
  if (isShared) return null
  return ip.includes(':') ? network : ip.split('.', 3).join('.')
}
