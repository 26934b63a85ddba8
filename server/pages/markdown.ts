// Markdown as a tree of a few elements. The pages render it as React elements, so neither markup in the text nor a string
// of HTML gets to a browser.
import MarkdownIt, { type Token } from 'markdown-it'
import type { MarkdownNode, MarkdownTag } from '../../contract/responses/site.ts'

/** The elements of token tags. The page has its own h1; of any other element only the content is rendered. */
const tags: Record<string, MarkdownTag> = {
  ...{ h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h3', h5: 'h3', h6: 'h3' },
  ...{ p: 'p', ul: 'ul', ol: 'ol', li: 'li', blockquote: 'blockquote', hr: 'hr' },
  ...{ em: 'em', strong: 'strong', code: 'code', a: 'a', br: 'br' },
}

const links = /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i

/** @param text CommonMark; raw HTML is text, and so is a link to anything but a page, an email address or a phone. */
export function parseMarkdown(text: string): MarkdownNode[] {
  return tree(newParser().parse(text, {}))
}

/** Of a reply, in which a URL keeps its underscores and asterisks, and is a link. */
export function parseReply(text: string): MarkdownNode[] {
  const parser = newParser().set({ linkify: true }).enable('linkify')
  // Only what begins with http: the name of a visitor, which replies contain, must not become a link of another kind.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false }).add('mailto:', null)
  return tree(parser.parse(text, {}))
}

/**
 * For authors who may never have heard of Markdown: a line of dashes makes no heading of what is above it, what a tab indents
 * is no code, a year at the beginning of a line begins a paragraph and no list, and a product of numbers is no emphasis.
 */
function newParser() {
  // No images: there is no upload for their files.
  const parser = new MarkdownIt('commonmark', { html: false }).disable(['image', 'lheading', 'code'])
  const { normalizeLink } = parser
  parser.normalizeLink = (url) => normalizeLink(url.replace(/^www\./i, 'https://$&'))
  parser.validateLink = (href) => links.test(href)
  const { block, inline } = parser
  // The last rule, for whatever no other one takes.
  const paragraph = block.ruler.getRules('').at(-1)
  block.ruler.before(
    'list',
    'year',
    (state, start, end, silent) =>
      /^\s*\d{3,}[.)](?!\S)/.test(state.getLines(start, start + 1, state.blkIndent, false)) &&
      (silent || paragraph?.(state, start, end, silent) === true),
    { alt: ['list'] },
  )
  inline.ruler.before('emphasis', 'product', (state, silent) => {
    if (!/^\d\*\d$/.test(state.src.slice(state.pos - 1, state.pos + 2))) return false
    if (!silent) state.pending += '*'
    state.pos++
    return true
  })
  return parser
}

function tree(tokens: readonly Token[]): MarkdownNode[] {
  const top: MarkdownNode[] = []
  /** The lists of children that are open, innermost last. */
  const open = [top]
  /** Of the items before, in the lists that are open: as typed, and as shown. */
  const numbers: { typed: number; shown: number }[] = []
  for (const token of tokens) {
    const into = open.at(-1) ?? top
    if (token.tag === 'ol' && token.nesting < 0) numbers.pop()
    if (token.nesting < 0) open.pop()
    else if (token.nesting > 0) {
      const tag = token.hidden ? undefined : tags[token.tag]
      const children: MarkdownNode[] = tag ? [] : into
      const href = tag === 'a' ? token.attrGet('href') : null
      if (tag === 'ol') numbers.push({ typed: 0, shown: 0 })
      const value = tag === 'li' && token.info ? numberOf(numbers.at(-1), Number(token.info)) : undefined
      if (tag)
        into.push({
          tag,
          ...(href ? { href: String(href) } : {}),
          ...(value === undefined ? {} : { value }),
          children,
        })
      open.push(children)
    } else if (token.type === 'inline') into.push(...tree(token.children ?? []))
    else if (token.type === 'softbreak') into.push('\n')
    else if (token.type === 'hardbreak' || token.type === 'hr') into.push({ tag: token.tag as 'br' | 'hr' })
    else if (token.type === 'code_inline') into.push({ tag: 'code', children: [token.content] })
    else if (token.block && token.tag === 'code') into.push({ tag: 'pre', children: [token.content] })
    else if (token.content) into.push(token.content)
  }
  return top
}

/** @returns the number of an item, where it is not the one after the item before: numbers stay as typed; only "1. 1. 1." counts up. */
function numberOf(before = { typed: 0, shown: 0 }, typed: number): number | undefined {
  const next = before.shown + 1
  before.shown = typed === 1 && before.typed === 1 ? next : typed
  before.typed = typed
  return before.shown === next ? undefined : before.shown
}
