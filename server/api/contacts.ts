// Messages: anybody sends one; admins read, answer, export and remove them.
import { type Context, Hono } from 'hono'
import {
  deleteContact,
  deleteContacts,
  exportContacts,
  listContacts,
  replyToMessage,
  sendMessage,
} from '../../contract/contacts.ts'
import { emailLength, messageLength, nameLength, replyLength, subjectLength } from '../../contract/limits.ts'
import * as core from '../core/contacts.ts'
import type { AppContext } from '../core/context.ts'
import { byteOrderMark } from '../core/csv.ts'
import { replyTo, unknownContact } from '../core/replies.ts'
import { accept, acceptNothing, acceptQuery, idListBytes, idOf, textBytes } from './accept.ts'
import type { Env } from './env.ts'
import { requireAdmin } from './guard.ts'
import { clientLimits, count, limits, throttle } from './throttle.ts'

const messageBytes = textBytes(nameLength + emailLength + subjectLength + messageLength)
const replyBytes = textBytes(subjectLength + replyLength)

export const contacts = new Hono<Env>()
  // Checked first: a faulty field costs nobody one of their tries [R13], and nothing is stored for it.
  .post(sendMessage.path, accept(sendMessage, messageBytes), throttle(clientLimits.contact), async (c) => {
    const { context } = c.var
    const sent = c.req.valid('json')
    if (!core.isFromBot(sent)) await countForAll(context)
    await core.receive(context, sent)
    return c.json({ success: true, message: 'Message sent successfully!' }, 201)
  })

  .get(listContacts.path, requireAdmin, acceptQuery(listContacts), async (c) =>
    c.json(await core.readContacts(c.var.context, c.req.valid('query'))),
  )
  // Before the paths with an id [R3].
  .get(exportContacts.path, requireAdmin, acceptQuery(exportContacts), async (c) => {
    const rows = core.exportRows(c.var.context, c.req.valid('query'))
    c.var.context.log.info({ by: c.var.person.id }, 'contacts exported')
    c.header('Content-Type', 'text/csv; charset=utf-8')
    c.header('Content-Disposition', 'attachment; filename="contacts.csv"')
    return c.body(await asStream(rows))
  })
  .post(deleteContacts.path, requireAdmin, accept(deleteContacts, idListBytes), async (c) => {
    const { ids } = c.req.valid('json')
    const deleted = await core.deleteContacts(c.var.context, ids)
    logDeletion(c, ids)
    return c.json({
      success: true,
      message: `${deletedText(deleted)}${skippedText(ids.length - deleted)}`,
      deleted,
    })
  })
  .post(replyToMessage.path, requireAdmin, accept(replyToMessage, replyBytes), async (c) => {
    const { context, person } = c.var
    const id = idOf(c)
    const outcome = await replyTo(context, id, c.req.valid('json'), person.name)
    const contact = await core.readContact(context, id)
    if (!outcome.sent) {
      const message = 'Reply saved. The mail server did not answer; sending is retried.'
      return c.json({ success: true, message, contact }, 202)
    }
    const kept = context.transport.kind === 'folder' && outcome.where !== ''
    const where = kept ? ` No mail server is set up: the email is in ${outcome.where}` : ''
    return c.json({ success: true, message: `Reply sent successfully!${where}`, contact })
  })
  .delete(deleteContact.path, requireAdmin, acceptNothing, async (c) => {
    const id = idOf(c)
    if ((await core.deleteContacts(c.var.context, [id])) === 0) throw unknownContact()
    logDeletion(c, [id])
    return c.json({ success: true, message: 'Message deleted successfully!' })
  })

/** Messages of everybody together; the owner is told once an hour when there is no room for more. */
async function countForAll(context: AppContext): Promise<void> {
  const { most } = limits.contactsOfAll
  const stored = await count(context, limits.contactsOfAll, 'all')
  if (stored === most) context.log.warn({ event: 'contacts.limited', most }, 'too many messages in an hour')
}

/** The first rows are read before the answer begins, so a database that is away is a clean failure. */
async function asStream(rows: AsyncGenerator<string>): Promise<ReadableStream<Uint8Array>> {
  const head = await rows.next()
  const first = await rows.next()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(byteOrderMark + (head.value ?? '') + (first.value ?? '')))
    },
    // Asked for only as fast as the reader takes it.
    async pull(controller) {
      const next = await rows.next()
      if (next.done) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    async cancel() {
      await rows.return(undefined)
    },
  })
}

function logDeletion(c: Context<Env>, ids: string[]): void {
  c.var.context.log.info({ by: c.var.person.id, contacts: ids }, 'contacts deleted')
}

function deletedText(rows: number): string {
  return `${rows} ${rows === 1 ? 'message' : 'messages'} deleted.`
}

/** Unknown ids are skipped and counted [R91]. */
function skippedText(rows: number): string {
  if (rows === 0) return ''
  return rows === 1 ? ' 1 was skipped: it no longer exists.' : ` ${rows} were skipped: they no longer exist.`
}
