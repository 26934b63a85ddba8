// How visitors reach the owner (content/site.ts) [R127], and the Imprint and Privacy pages (content/*.md) [R128]: read and
// validated at the start, and stored on the server only, so that no page loads what it does not show.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContactWays, contactWays } from '../../content/site.ts'
import {
  type ContactWay,
  type LegalPage,
  legalPages,
  type MarkdownNode,
  type Reach,
} from '../../contract/reach.ts'
import { looksLikeEmail } from '../../contract/text.ts'
import { ConfigError } from '../config.ts'
import { root } from '../root.ts'

type LegalTexts = Record<LegalPage, string>

const pages = Object.keys(legalPages) as LegalPage[]

export class OwnerContent {
  readonly reach: Reach
  /** Paths of the legal pages without text: they are not found. */
  readonly absentPaths: ReadonlySet<string>
  readonly #texts: LegalTexts
  readonly #parsed = new Map<LegalPage, Promise<readonly MarkdownNode[]>>()

  /**
   * @param ways and texts: those of content/, unless a test passes others.
   * @throws ConfigError naming the way that is invalid.
   */
  constructor(ways: ContactWays = contactWays, texts: LegalTexts = readTexts()) {
    const known = checkedWays(ways)
    const profiles = known.filter(({ kind }) => kind === 'profile')
    const written = pages.filter((page) => texts[page].trim() !== '')
    this.reach = {
      ways: known,
      footer: [
        profiles.map(({ label, href }) => ({ label, href })),
        written.map((page) => ({ label: legalPages[page], href: `/${page}` })),
      ].filter((links) => links.length > 0),
    }
    this.absentPaths = new Set(pages.filter((page) => !written.includes(page)).map((page) => `/${page}`))
    this.#texts = texts
  }

  /** The text of a page, parsed once; null where it is empty. */
  async legalPage(page: LegalPage): Promise<readonly MarkdownNode[] | null> {
    if (this.absentPaths.has(`/${page}`)) return null
    const parsed = this.#parsed.get(page) ?? parse(withoutTitle(this.#texts[page], legalPages[page]))
    this.#parsed.set(page, parsed)
    return parsed
  }
}

/** The page has its own title; many texts begin with it, too. */
function withoutTitle(text: string, title: string): string {
  const [first = '', ...rest] = text.trimStart().split('\n')
  return first.toLowerCase().trim() === `# ${title.toLowerCase()}` ? rest.join('\n') : text
}

/** The parser is loaded only where there is such a page. */
async function parse(text: string): Promise<readonly MarkdownNode[]> {
  const { parseMarkdown } = await import('./markdown.ts')
  return parseMarkdown(text)
}

/** A file that was deleted is an empty one. */
function readTexts(): LegalTexts {
  const read = (page: LegalPage) => {
    try {
      return readFileSync(join(root, `content/${page}.md`), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
      throw error
    }
  }
  return { imprint: read('imprint'), privacy: read('privacy') }
}

function checkedWays({ email, phone, booking, profiles }: ContactWays): ContactWay[] {
  const ways: ContactWay[] = []
  if (email) {
    if (!looksLikeEmail(email)) throw wrong('email', email, 'an email address')
    ways.push({
      kind: 'email',
      label: 'Email',
      value: email,
      href: `mailto:${encodeURIComponent(email).replace('%40', '@')}`,
    })
  }
  if (phone) {
    if (!/^\+?[\d\s()./-]{3,40}$/.test(phone) || !/\d{3}/.test(phone.replace(/\D/g, '')))
      throw wrong('phone', phone, 'a phone number such as +47 555 01 234')
    ways.push({ kind: 'phone', label: 'Phone', value: phone, href: `tel:${phone.replace(/[^\d+]/g, '')}` })
  }
  if (booking)
    ways.push({
      kind: 'booking',
      label: 'Call',
      value: booking.label,
      href: httpsUrl('booking.url', booking.url),
    })
  for (const { site, name, url } of profiles)
    ways.push({ kind: 'profile', label: site, value: name, href: httpsUrl('profiles', url) })
  return ways
}

/** Absolute, https, without a name and password in it. */
function httpsUrl(field: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.username || url.password || !/^https:\/\//i.test(text))
    throw wrong(field, text, 'a link that begins with https://')
  return url.href
}

function wrong(field: string, value: string, wanted: string): ConfigError {
  return new ConfigError(`content/site.ts: contactWays.${field} is "${value}"; it must be ${wanted}.`)
}
