// Saved replies: texts that admins insert into a reply. They never send anything by themselves.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { savedReplyLength, savedTitleLength } from './limits.ts'
import { line, lines } from './text.ts'

export type { SavedReply } from './responses/messages.ts'

export const savedReply = z.object({
  title: line('Title', savedTitleLength),
  body: lines('Text', savedReplyLength),
})

export const listSavedReplies = { method: 'GET', path: '/api/admin/saved-replies' } as const satisfies Call

export const addSavedReply = {
  method: 'POST',
  path: '/api/admin/saved-replies',
  body: savedReply,
} as const satisfies Call

export const changeSavedReply = {
  method: 'PUT',
  path: '/api/admin/saved-replies/:id',
  body: savedReply,
} as const satisfies Call

export const deleteSavedReply = {
  method: 'DELETE',
  path: '/api/admin/saved-replies/:id',
} as const satisfies Call

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

/** A link that opens a mail program with this email in it; a text that is too long for a link is cut off. */
export function mailLink(to: string, subject: string, body: string): string {
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed().replace(/\r?\n/g, '\r\n'))
  const start = `mailto:${encodeURIComponent(to.toWellFormed())}?subject=${encoded(subject)}&body=`
  let left = maxMailLink - start.length
  let link = start
  for (const character of body.replace(/\r\n/g, '\n')) {
    const next = encoded(character)
    left -= next.length
    if (left < 0) break
    link += next
  }
  return link
}
