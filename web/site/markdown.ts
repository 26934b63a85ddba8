// Text that the owner wrote in Markdown, as elements.
import { createElement, type ReactNode } from 'react'
import type { MarkdownNode } from '../../contract/responses/site.ts'

/** React escapes the text; the tags and links are those that the server lets through (server/pages/markdown.ts). */
export function markdownElement(node: MarkdownNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  return createElement(
    node.tag,
    { key, href: node.href, value: node.value },
    node.children?.map(markdownElement),
  )
}
