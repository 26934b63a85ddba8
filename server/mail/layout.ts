// The layout of emails, as plain text and as HTML. What a visitor wrote is a marked quote, as text and never as a link.

export interface EmailText {
  subject: string
  text: string
  html: string
}

/** What an email says about the site that sends it. */
export interface Sender {
  brand: string
  publicUrl: string
}

/** A string is one paragraph; `text` may have several lines. */
export type Part = string | { text: string } | { quote: string } | { code: string } | { link: string }

/** One text as plain text and as HTML. */
export function layOut(subject: string, parts: Part[]): EmailText {
  return {
    subject: oneLine(subject),
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.55 Helvetica,Arial,sans-serif;color:#1a1e2b">${parts
      .map(asHtml)
      .join('')}</body></html>`,
  }
}

/** Also for texts that were stored before such characters were removed: none breaks the line or changes its direction. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
}

function asText(part: Part): string {
  if (typeof part === 'string') return part
  if ('quote' in part) return part.quote.replace(/^/gm, '> ')
  if ('text' in part) return part.text
  return 'code' in part ? part.code : part.link
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p>${asMarkup(part)}</p>`
  if ('quote' in part)
    return `<blockquote style="margin:0 0 16px;padding-left:12px;border-left:4px solid #f0b32e">${lines(part.quote)}</blockquote>`
  if ('text' in part) return `<p>${lines(part.text)}</p>`
  if ('code' in part)
    return `<p style="font-size:28px;font-weight:bold;letter-spacing:.2em">${asMarkup(part.code)}</p>`
  return `<p><a href="${asMarkup(part.link)}" style="color:#1a1e2b">${asMarkup(part.link)}</a></p>`
}

const lines = (text: string) => asMarkup(text).replaceAll('\n', '<br>')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function asMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
