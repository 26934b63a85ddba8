// The Imprint and Privacy pages (content/*.md): read at the start, and stored on the server only, so that no page
// loads what it does not show.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LegalPage, legalPages } from '../../contract/pages.ts'
import type { MarkdownNode } from '../../contract/responses/site.ts'
import { root } from '../root.ts'

type LegalTexts = Record<LegalPage, string>

const pages = Object.keys(legalPages) as LegalPage[]

export class LegalPages {
  /** To the pages that are written. */
  readonly links: readonly { label: (typeof legalPages)[LegalPage]; href: string }[]
  /** Paths of the legal pages without text: they are not found. */
  readonly absentPaths: ReadonlySet<string>
  readonly #texts: LegalTexts

  /** @param texts those of content/, unless a test passes others. */
  constructor(texts: LegalTexts = readTexts()) {
    const written = pages.filter((page) => texts[page].trim() !== '')
    this.links = written.map((page) => ({ label: legalPages[page], href: `/${page}` }))
    this.absentPaths = new Set(pages.filter((page) => !written.includes(page)).map((page) => `/${page}`))
    this.#texts = texts
  }

  /**
   * The text of a page; null where it is empty. The parser is loaded only where there is such a page.
   * @param title the page's own, in the site's language
   */
  async legalPage(page: LegalPage, title: string): Promise<readonly MarkdownNode[] | null> {
    if (this.absentPaths.has(`/${page}`)) return null
    const { parseMarkdown } = await import('./markdown.ts')
    return parseMarkdown(withoutTitle(this.#texts[page], [legalPages[page], title]))
  }
}

/** The page has its own title; many texts begin with it, too. */
function withoutTitle(text: string, titles: readonly string[]): string {
  const [first = '', ...rest] = text.trimStart().split('\n')
  const isTitle = titles.some((title) => first.toLowerCase().trim() === `# ${title.toLowerCase()}`)
  return isTitle ? rest.join('\n') : text
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
