// The layout of emails, as plain text and as HTML, under the brand of the site. What a visitor wrote is a marked
// quote, as text and never as a link.
import { html } from 'hono/html'
import type { MarkdownNode } from '../../contract/responses/site.ts'
import { cleanLine } from '../../contract/text.ts'
import type { Language } from '../../contract/words/languages.ts'
import type { Translate } from '../../contract/words/translate.ts'

/** What an email says; `composeEmail` makes text and HTML of it when it is sent. */
export interface EmailText {
  /** English without it: as to the owner and to admins. */
  language?: Language | undefined
  subject: string
  parts: readonly Part[]
}

/** What an email says about the site that sends it. */
export interface Sender {
  brand: string
  publicUrl: string
  /** Of the site, for emails to visitors and users. */
  language: Language
  t: Translate
}

/** What every email carries. */
export interface Letterhead extends Sender {
  /** Of the edge of quotes, as `#rrggbb`. */
  marker: string
  /** In dark mode. */
  darkMarker: string
  /** A square PNG; null where it could not be drawn. */
  logo: Buffer | null
}

export interface ComposedEmail {
  /** One line: the sender's name where MAIL_FROM has none. */
  brand: string
  subject: string
  text: string
  html: string
  /** Shown in the HTML by its Content-ID. */
  logo: Buffer | null
}

/** A string is one paragraph; `text` may have several lines, and `nodes` is how HTML shows it. */
export type Part =
  | string
  | { text: string; nodes?: readonly MarkdownNode[] }
  | { quote: string }
  | { code: string }
  | { link: string }

/** The Content-ID of the logo, by which the HTML names it: no image is loaded from anywhere. */
export const logoId = 'logo@portfolio'

/** Also of texts that were stored before they were cleaned: nothing breaks the line of the subject or changes its direction. */
export function layOut(subject: string, parts: readonly Part[], language?: Language): EmailText {
  return { subject: cleanLine(subject), parts, language }
}

/** One text as plain text and as HTML. */
export function composeEmail(
  { subject, parts, language = 'en' }: EmailText,
  letterhead: Letterhead,
): ComposedEmail {
  const { publicUrl, marker, darkMarker, logo } = letterhead
  const brand = cleanLine(letterhead.brand)
  const mark = logo
    ? `<img src="cid:${logoId}" width="40" height="40" alt="" style="display:block;border:0;margin:0 0 8px">`
    : ''
  return {
    brand,
    subject,
    text: `${parts.map(asText).join('\n\n')}\n\n${brand}\n${publicUrl}\n`,
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${asMarkup(subject)}</title><style>${sheetOf(darkMarker)}</style></head><body class="paper" style="${paper}"><div style="max-width:600px;margin:0 auto"><div style="margin:0 0 24px">${mark}<p style="margin:0;font-weight:bold"><bdi>${asMarkup(brand)}</bdi></p></div>${parts
      .map((part) => asHtml(part, marker))
      .join(
        '',
      )}<p class="foot" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #c9c4b8;font-size:14px;color:#4a4e59"><bdi>${asMarkup(brand)}</bdi><br><a href="${asMarkup(publicUrl)}" style="color:#4a4e59">${asMarkup(publicUrl)}</a></p></div></body></html>`,
    logo,
  }
}

const paper =
  'margin:0;padding:24px 16px;background:#ffffff;color:#1a1e2b;font:16px/1.55 Helvetica,Arial,sans-serif;overflow-wrap:anywhere'

/** Mail programs that know dark mode read it; the others have what is written at each element. */
const sheetOf = (marker: string) =>
  `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){.paper{background:#171b26!important;color:#f6f1e6!important}.paper a{color:#f6f1e6!important}.foot,.paper .foot a{color:#c6c2b8!important}.foot{border-color:#4a4e59!important}.paper blockquote{border-color:${marker}!important}}`

function asText(part: Part): string {
  if (typeof part === 'string') return part
  if ('quote' in part) return part.quote.replace(/^/gm, '> ')
  if ('text' in part) return part.text
  return 'code' in part ? part.code : part.link
}

function asHtml(part: Part, marker: string): string {
  if (typeof part === 'string') return `<p>${asMarkup(part)}</p>`
  if ('quote' in part)
    return `<blockquote dir="auto" style="${quoted(marker)}">${lines(part.quote)}</blockquote>`
  if ('text' in part)
    return part.nodes ? markdown(part.nodes, marker) : `<p dir="auto">${lines(part.text)}</p>`
  if ('code' in part)
    return `<p style="font-size:28px;font-weight:bold;letter-spacing:.2em">${asMarkup(part.code)}</p>`
  return `<p><a href="${asMarkup(part.link)}" style="color:#1a1e2b">${asMarkup(part.link)}</a></p>`
}

const quoted = (marker: string) => `margin:0 0 16px;padding-left:12px;border-left:4px solid ${marker}`

/** Each paragraph and each list has the direction of its own text. @param direction that of these, as an attribute */
function markdown(nodes: readonly MarkdownNode[], marker: string, direction = ' dir="auto"'): string {
  const styles: Partial<Record<string, string>> = {
    a: 'color:#1a1e2b',
    blockquote: quoted(marker),
    pre: 'white-space:pre-wrap',
  }
  return nodes
    .map((node) => {
      if (typeof node === 'string') return lines(node)
      const { tag, href, value, children } = node
      if (!children) return `<${tag}>`
      const inside = markdown(children, marker, '')
      // A path leads nowhere from an email.
      if (tag === 'a' && (!href || /^[/#]/.test(href))) return inside
      const attributes = Object.entries({ href, value, style: styles[tag] })
        .map(([name, text]) => (text === undefined ? '' : ` ${name}="${asMarkup(String(text))}"`))
        .join('')
      return `<${tag}${direction}${attributes}>${inside}</${tag}>`
    })
    .join('')
}

const lines = (text: string) => asMarkup(text).replaceAll('\n', '<br>')

/** With every character escaped that markup or an attribute would read as its own. */
function asMarkup(text: string): string {
  return html`${text}`.toString()
}
