// Contact messages: sent by visitors; listed, replied to, exported and deleted by admins.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { ids } from './ids.ts'
import { adminPage, messageLength, nameLength, replyLength, subjectLength } from './limits.ts'
import { limit, oneOf, page, search, sort } from './paging.ts'
import { firstName } from './saved-replies.ts'
import { email, line, lines, optionalLine } from './text.ts'

export type {
  ContactMessage,
  ContactPage,
  ContactThread,
  ReplyState,
  SentReply,
} from './responses/messages.ts'

/** The fields of the form: all four are required. */
export const messageForm = z.object({
  name: line('Name', nameLength),
  /** Login and Register have one text for both errors. */
  email: email('Invalid email format', 'Email is required.'),
  subject: line('Subject', subjectLength),
  message: lines('Message', messageLength),
  /** Hidden from people; a value marks a bot. */
  topic: z.optional(z.string()),
  /** Milliseconds since the page was opened, as the browser reports; whatever else is there counts as nothing. */
  elapsed: z.optional(z.unknown()),
})

/** What the call takes: a missing subject is fine. */
export const message = z.extend(messageForm, {
  subject: optionalLine('Subject', subjectLength),
})

export const sendMessage = {
  method: 'POST',
  path: '/contacts',
  body: message,
  statuses: [201],
} as const satisfies Call

export const contactFolders = ['inbox', 'archived', 'spam'] as const
export type ContactFolder = (typeof contactFolders)[number]

/** Why messages are held back, with the words that the dashboard shows: all about how they were sent. */
export const spamReasons = {
  'hidden-field': 'a field was filled in that people do not see',
  'no-browser': 'not sent by a browser',
  'too-fast': 'sent within 2 seconds of opening the page',
  sender: 'from a sender that you moved to spam',
  text: 'the same text as a message that you moved to spam',
  'same-text': 'the same text came from several senders within a day',
  flood: 'many messages came from the same network within a day',
} as const
export type SpamReason = keyof typeof spamReasons

/** Without a folder: all messages but spam. */
export const contactFilters = z.object({
  search,
  status: oneOf('replied', 'unreplied'),
  folder: oneOf(...contactFolders),
  sort,
})

export const listContacts = {
  method: 'GET',
  path: '/contacts',
  query: z.extend(contactFilters, { page, limit: limit(adminPage) }),
} as const satisfies Call

export const exportContacts = {
  method: 'GET',
  path: '/contacts/export-csv',
  query: contactFilters,
} as const satisfies Call

/** One message with the others of its sender. */
export const readContact = { method: 'GET', path: '/contacts/:id' } as const satisfies Call

/** What is not named stays as it is. */
export const contactChange = z.object({
  ids,
  folder: z.optional(z.enum(contactFolders, 'The folder is inbox, archived or spam.')),
  read: z.optional(z.boolean('A message is either read or unread.')),
  /** By hand; a message with a sent reply stays replied. */
  replied: z.optional(z.boolean('A message is either replied or unreplied.')),
})

export const changeContacts = {
  method: 'POST',
  path: '/contacts/bulk-update',
  body: contactChange,
} as const satisfies Call

const invalidKey = 'Invalid key.'

export const reply = z.object({
  replySubject: line('Subject', subjectLength),
  replyBody: lines('Message body', replyLength),
  /** The same key is the same reply, however often it arrives. Printable, as any database stores it. */
  key: z.optional(z.string(invalidKey).check(z.maxLength(100, invalidKey), z.regex(/^\P{C}*$/u, invalidKey))),
})

export const replyToMessage = {
  method: 'POST',
  path: '/contacts/:id/reply',
  body: reply,
  statuses: [200, 202],
} as const satisfies Call

export const deleteContact = { method: 'DELETE', path: '/contacts/:id' } as const satisfies Call

export const deleteContacts = {
  method: 'POST',
  path: '/contacts/bulk-delete',
  body: z.object({ ids }),
} as const satisfies Call

export const deleteSpam = { method: 'POST', path: '/contacts/delete-spam' } as const satisfies Call

/** The subject of a reply: 'Re: ' once, or 'Your Inquiry'. */
export function replySubjectFor(subject: string | null): string {
  if (!subject) return 'Your Inquiry'
  return (/^re:/i.test(subject) ? subject : `Re: ${subject}`).slice(0, subjectLength)
}

/** The first words of a reply. */
export function replyBodyFor(name: string): string {
  const greeted = firstName(name)
  return greeted ? `Hello ${greeted},\n\n` : 'Hello,\n\n'
}
