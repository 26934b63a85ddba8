// Contact messages: received from visitors, listed, answered, exported and removed by admins.
import * as z from 'zod/mini'
import { answers, type Call, type Done } from './call.ts'
import { adminPage, messageLength, mostAtOnce, nameLength, replyLength, subjectLength } from './limits.ts'
import { limit, oneOf, page, search, sort } from './paging.ts'
import { cleanLine, email, line, lines } from './text.ts'

/** What the form asks for: all four are required [S5]. */
export const messageForm = z.object({
  name: line('Name', nameLength),
  email: email('Invalid email format', 'Email is required.'),
  subject: line('Subject', subjectLength),
  message: lines('Message', messageLength),
  /** People never see this field; a value marks a bot [R63]. */
  website: z.optional(z.string()),
})

/** What the call takes: a missing subject is fine [R59]. */
export const message = z.extend(messageForm, {
  subject: z.prefault(
    z.nullable(
      z
        .string('Subject must be text.')
        .check(
          z.maxLength(subjectLength * 4, `Subject must be at most ${subjectLength} characters.`),
          z.overwrite(cleanLine),
          z.maxLength(subjectLength, `Subject must be at most ${subjectLength} characters.`),
        ),
    ),
    null,
  ),
})

export const sendMessage = {
  method: 'POST',
  path: '/contacts',
  body: message,
  answer: answers<Done>(),
} as const satisfies Call

export type ReplyState = 'sending' | 'sent' | 'refused'

export interface SentReply {
  id: string
  subject: string
  body: string
  author: string
  createdAt: string
  sentAt: string | null
  state: ReplyState
  /** What the mail server said when it refused. */
  error: string | null
}

export interface ContactMessage {
  id: string
  name: string
  email: string
  subject: string | null
  message: string
  /** True once the mail server has taken a reply [R97]. */
  replied: boolean
  /** A reply is stored and on its way. */
  sending: boolean
  createdAt: string
  replies: SentReply[]
}

export const contactFilters = z.object({ search, status: oneOf('replied', 'unreplied'), sort })

export const listContacts = {
  method: 'GET',
  path: '/contacts',
  query: z.extend(contactFilters, { page, limit: limit(adminPage) }),
  answer: answers<{ contacts: ContactMessage[]; totalPages: number; page: number; total: number }>(),
} as const satisfies Call

export const exportContacts = {
  method: 'GET',
  path: '/contacts/export-csv',
  query: contactFilters,
  answer: answers<string>(),
} as const satisfies Call

const invalidKey = 'Invalid key.'

export const reply = z.object({
  replySubject: line('Subject', subjectLength),
  replyBody: lines('Message body', replyLength),
  /** The same key is the same reply, however often it arrives [R25]. Printable, as any database stores it. */
  key: z.optional(z.string(invalidKey).check(z.maxLength(100, invalidKey), z.regex(/^\P{C}*$/u, invalidKey))),
})

export const replyToMessage = {
  method: 'POST',
  path: '/contacts/:id/reply',
  body: reply,
  answer: answers<Done & { contact: ContactMessage }>(),
} as const satisfies Call

export const deleteContact = {
  method: 'DELETE',
  path: '/contacts/:id',
  answer: answers<Done>(),
} as const satisfies Call

/** Whether anything could have this id: no other kind was ever given out [R4]. */
export function isId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}

/** 1 to 100 ids, duplicates dropped [R91]. Those that are none are skipped with the unknown ones, not rejected. */
export const ids = z.array(z.string().check(z.maxLength(100)), 'Select at least one row.').check(
  z.minLength(1, 'Select at least one row.'),
  z.maxLength(mostAtOnce, `Select at most ${mostAtOnce} rows.`),
  z.overwrite((list) => [...new Set(list)]),
)

export const deleteContacts = {
  method: 'POST',
  path: '/contacts/bulk-delete',
  body: z.object({ ids }),
  answer: answers<Done & { deleted: number }>(),
} as const satisfies Call

/** The subject of a reply: 'Re: ' once, or 'Your Inquiry' [S2, R98]. */
export function replySubjectFor(subject: string | null): string {
  if (!subject) return 'Your Inquiry'
  return (/^re:/i.test(subject) ? subject : `Re: ${subject}`).slice(0, subjectLength)
}

/** The first words of a reply [S2, R98]. */
export function replyBodyFor(name: string): string {
  return name.trim() ? `Hello ${name.trim()},\n\n` : 'Hello,\n\n'
}
