// Saved replies: texts that admins insert into a reply. They never send anything by themselves.
import * as z from 'zod/mini'
import { type Call, type Done, responseType } from './call.ts'
import { savedReplyLength, savedTitleLength } from './limits.ts'
import { line, lines } from './text.ts'

export interface SavedReply {
  id: string
  title: string
  /** `{name}` stands for the name of whoever wrote the message. */
  body: string
}

export const savedReply = z.object({
  title: line('Title', savedTitleLength),
  body: lines('Text', savedReplyLength),
})

type Saved = Done & { reply: SavedReply }

export const listSavedReplies = {
  method: 'GET',
  path: '/api/admin/saved-replies',
  response: responseType<{ replies: SavedReply[] }>(),
} as const satisfies Call

export const addSavedReply = {
  method: 'POST',
  path: '/api/admin/saved-replies',
  body: savedReply,
  response: responseType<Saved>(),
} as const satisfies Call

export const changeSavedReply = {
  method: 'PUT',
  path: '/api/admin/saved-replies/:id',
  body: savedReply,
  response: responseType<Saved>(),
} as const satisfies Call

export const deleteSavedReply = {
  method: 'DELETE',
  path: '/api/admin/saved-replies/:id',
  response: responseType<Done>(),
} as const satisfies Call

/** The text of a saved reply to somebody of this name. */
export function filledIn(body: string, name: string): string {
  return body.replaceAll('{name}', () => name.trim())
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
