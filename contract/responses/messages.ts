// Responses about messages, replies and saved replies.
import * as z from 'zod/mini'
import { mailboxes, type SpamReason, spamReasons } from '../messages.ts'
import { doneWith } from './done.ts'
import { markdownNode } from './site.ts'

export const sentReply = z.object({
  id: z.string(),
  subject: z.string(),
  body: z.string(),
  /** The same as its email shows it. */
  formatted: z.array(markdownNode),
  author: z.string(),
  /** The account of its author, which may be gone; null where it is not known. */
  authorId: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  state: z.enum(['sending', 'sent', 'rejected']),
  /** The mail server's reply when it rejected the email, or that a sent one was only written to a file. */
  error: z.nullable(z.string()),
})
export type SentReply = z.infer<typeof sentReply>
export type ReplyState = SentReply['state']

export const contactMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.nullable(z.string()),
  message: z.string(),
  /** What was entered in fields of the owner; absent without any. */
  extra: z.optional(z.array(z.object({ label: z.string(), value: z.string() }))),
  /** True once the mail server has taken a reply, or an admin marked it. */
  replied: z.boolean(),
  /** A reply is stored and on its way. */
  sending: z.boolean(),
  createdAt: z.string(),
  folder: z.enum(mailboxes),
  /** No admin has opened it yet. */
  unread: z.boolean(),
  /** Why it was held back as spam. */
  spamReason: z.nullable(z.enum(Object.keys(spamReasons) as SpamReason[])),
  replies: z.array(sentReply),
})
export type ContactMessage = z.infer<typeof contactMessage>

export const contactPage = z.object({
  contacts: z.array(contactMessage),
  totalPages: z.number(),
  page: z.number(),
  total: z.number(),
  /** How many messages the mailboxes have, whatever the list is filtered by: in the inbox those that are unread. */
  folders: z.object({ unread: z.number(), spam: z.number(), archived: z.number() }),
})
export type ContactPage = z.infer<typeof contactPage>

export const contactThread = z.object({
  contact: contactMessage,
  /** Of its email address, oldest first: the newest ones, and the message itself; without spam. */
  thread: z.array(contactMessage),
  /** The sender wrote before the first of them. */
  hasEarlier: z.boolean(),
})
export type ContactThread = z.infer<typeof contactThread>

export const savedReply = z.object({
  id: z.string(),
  title: z.string(),
  /** `{name}` stands for the first name of whoever wrote the message (`firstName`). */
  body: z.string(),
})
export type SavedReply = z.infer<typeof savedReply>

export const messageResponses = {
  'GET /contacts': contactPage,
  'GET /contacts/export-csv': z.string(),
  'GET /contacts/:id': contactThread,
  'POST /contacts/bulk-update': doneWith({ changed: z.number() }),
  'POST /contacts/:id/reply': doneWith({ contact: contactMessage }),
  'POST /contacts/bulk-delete': doneWith({ deleted: z.number() }),
  /** `left` is for another call: one deletes for a second. */
  'POST /contacts/delete-spam': doneWith({ deleted: z.number(), left: z.number() }),
  'GET /api/admin/saved-replies': z.object({ replies: z.array(savedReply) }),
  'POST /api/admin/saved-replies': doneWith({ reply: savedReply }),
  'PUT /api/admin/saved-replies/:id': doneWith({ reply: savedReply }),
}
