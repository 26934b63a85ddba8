// Contact messages: sent by visitors; listed, replied to, exported and deleted by admins. Saved replies.
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import {
  adminPage,
  extraLength,
  messageLength,
  nameLength,
  replyLength,
  savedReplyLength,
  savedTitleLength,
  subjectLength,
} from './limits.ts'
import { ids, limit, oneOf, page, search, sort } from './paging.ts'
import type { ContactField } from './responses/site.ts'
import { cleanLine, cleanText, cleanTypedEmail, email, line, lines, optionalLine } from './text.ts'
import type { Translate } from './words/translate.ts'

export const savedReply = z.object({
  title: line('Title', savedTitleLength),
  body: lines('Text', savedReplyLength),
})

export const listSavedReplies = defineCall('GET', '/api/admin/saved-replies')

export const addSavedReply = defineCall('POST', '/api/admin/saved-replies', { body: savedReply })

export const changeSavedReply = defineCall('PUT', '/api/admin/saved-replies/:id', { body: savedReply })

export const deleteSavedReply = defineCall('DELETE', '/api/admin/saved-replies/:id')

/** The text of a saved reply to somebody of this name. */
export function filledIn(body: string, name: string): string {
  return body.replaceAll('{name}', () => firstName(name))
}

/** Capitalised words, particles in between; without letters of Hungarian, which puts the family first. */
const western = /^(?!.*[őűŐŰ])\p{Lu}[\p{Ll}'’-]+(?:-\p{Lu}\p{Ll}+)?(?: \p{L}[\p{L}'’-]*)+$/u
/** Another script, or Vietnamese: the family may come first. */
const beyondLatin = /[^\u0020-\u024f’]/
/** What companies and titles have in common with names: a word, or an article after the first one. */
const noName =
  /(?:^| )(?:gmbh|ltd|llc|inc|corp|sarl|srl|studio|atelier|agency|agentur|company|group|team|office|design|media|bakery|bäckerei|boulangerie|pharmacy|pharmacie|farmacia|apotheke|café|cafe|restaurant|hotel|shop|store|salon|praxis|kanzlei|school|schule|verein|club|museum|gallery|galerie|foundation|stiftung|association|familie|family|dr|prof|mr|mrs|ms|miss|sir|herr|frau|señor|señora|monsieur|madame)(?= |$)|^\S+ (?:of|the|du|des|la|le|les|il|lo|el|zum|zur|am|for|für|and|und|et) /iu

/** Without what Markdown reads: a reply is Markdown, in which a stranger's name could otherwise be a link. */
const asText = (name: string) => name.replace(/[\\`*[\]()<>~]|:\/\//g, '').trim()

/** The first name, where it is plain that there is one; otherwise the whole name, which greets nobody wrongly. */
export function firstName(name: string): string {
  const whole = asText(name)
  if (beyondLatin.test(whole) || !western.test(whole) || noName.test(whole)) return whole
  return whole.slice(0, whole.indexOf(' '))
}

/** Characters of a link that mail programs and browsers take. */
const maxMailLink = 1_900

/** A link that opens a mail program with this email in it, and whether its text is too long for a link and cut off. */
export function mailLink(to: string, subject: string, body: string): { href: string; isCut: boolean } {
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed().replace(/\r?\n/g, '\r\n'))
  const start = `mailto:${encodeURIComponent(to.toWellFormed())}?subject=${encoded(subject)}&body=`
  let left = maxMailLink - start.length
  let href = start
  for (const character of body.replace(/\r\n/g, '\n')) {
    const next = encoded(character)
    left -= next.length
    if (left < 0) return { href, isCut: true }
    href += next
  }
  return { href, isCut: false }
}

/** The fields of the form: all four are required. */
export const messageForm = z.object({
  name: line('Name', nameLength),
  /** Login and Register have one text for both errors. */
  email: email('Invalid email format', 'Email is required.', cleanTypedEmail),
  subject: line('Subject', subjectLength),
  message: lines('Message', messageLength),
  /** Hidden from people; a value marks a bot. */
  topic: z.optional(z.string()),
  /** Milliseconds since the page was opened, as the browser reports; whatever else is there counts as nothing. */
  elapsed: z.optional(z.unknown()),
})

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** What is entered in a field that the owner has added to the form. */
export function extraValue({ label, kind, isRequired, choices }: ContactField) {
  const isRight = (value: string) =>
    kind === 'line' || (kind === 'date' ? isDate(value) : choices.includes(value))
  return cleanText(label, extraLength, cleanLine).check(
    z.refine((value) => value !== '' || !isRequired, `${label} is required.`),
    z.refine(
      (value) => value === '' || isRight(value),
      kind === 'date' ? 'Enter a date.' : 'Choose one of the list.',
    ),
  )
}

/** What the call takes: a missing subject is fine. */
export const message = z.extend(messageForm, {
  subject: optionalLine('Subject', subjectLength),
  /** The owner's further fields, in their order, as the page shows them. */
  extra: z.prefault(
    z
      .array(
        z.object({
          label: cleanText('Label', extraLength, cleanLine),
          value: cleanText('This', extraLength, cleanLine),
        }),
      )
      .check(z.maxLength(2, 'At most 2 more fields.')),
    [],
  ),
  /** Of the content that the page shows: `extra` is checked by it while it is the published one. */
  version: z.optional(z.int32()),
})

export const sendMessage = defineCall('POST', '/contacts', { body: message, statuses: [201] })

export const mailboxes = ['inbox', 'archived', 'spam'] as const
export type Mailbox = (typeof mailboxes)[number]

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

/** Without a mailbox, which calls name `folder`: all messages but spam. */
export const contactFilters = z.object({
  search,
  status: oneOf('replied', 'unreplied'),
  folder: oneOf(...mailboxes),
  sort,
})

export const listContacts = defineCall('GET', '/contacts', {
  query: z.extend(contactFilters, { page, limit: limit(adminPage) }),
})

export const exportContacts = defineCall('GET', '/contacts/export-csv', { query: contactFilters })

/** One message with the others of its sender. */
export const readContact = defineCall('GET', '/contacts/:id')

/** What is not named stays as it is. */
export const contactChange = z
  .object({
    ids,
    folder: z.optional(z.enum(mailboxes, 'The folder is inbox, archived or spam.')),
    read: z.optional(z.boolean('A message is either read or unread.')),
    /** By hand; a message with a sent reply stays replied. */
    replied: z.optional(z.boolean('A message is either replied or unreplied.')),
  })
  .check(
    z.refine(({ folder, read, replied }) => [folder, read, replied].some((value) => value !== undefined), {
      error: 'Name what changes: folder, read or replied.',
      path: ['folder'],
    }),
  )

export const changeContacts = defineCall('POST', '/contacts/bulk-update', { body: contactChange })

const invalidKey = 'Invalid key.'

export const reply = z.object({
  replySubject: line('Subject', subjectLength),
  replyBody: lines('Message body', replyLength),
  /** The same key is the same reply, however often it arrives. Printable, as any database stores it. */
  key: z.optional(z.string(invalidKey).check(z.maxLength(100, invalidKey), z.regex(/^\P{C}*$/u, invalidKey))),
})

export const replyToMessage = defineCall('POST', '/contacts/:id/reply', { body: reply, statuses: [200, 202] })

export const deleteContact = defineCall('DELETE', '/contacts/:id')

export const deleteContacts = defineCall('POST', '/contacts/bulk-delete', { body: z.object({ ids }) })

export const deleteSpam = defineCall('POST', '/contacts/delete-spam')

/** The subject of a reply: 'Re: ' once, or 'Your Inquiry'. */
export function replySubjectFor(subject: string | null, t: Translate): string {
  if (!subject) return t('Your Inquiry')
  return (/^re:/i.test(subject) ? subject : `Re: ${subject}`).slice(0, subjectLength)
}

/** The first words of a reply. */
export function replyBodyFor(name: string, t: Translate): string {
  const greeted = firstName(name)
  return `${greeted ? t('Hello {name},', { name: greeted }) : t('Hello,')}\n\n`
}

/** A text that was written to one person, for all: the name anywhere, the first name in the first line. */
export function textFrom(text: string, name: string): string {
  const person = name.trim()
  const [greeting = '', ...rest] = text.replace(wordsOf(person, 'gu'), '{name}').split('\n')
  return [greeting.replace(wordsOf(firstName(person), 'u'), '{name}'), ...rest].join('\n').trim()
}

/** A name, but not within another word; nothing for a name without letters. */
function wordsOf(name: string, flags: string): RegExp {
  if (!/\p{L}/u.test(name)) return /(?!)/
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags)
}
