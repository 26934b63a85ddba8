// How visitors reach the owner, and the owner's pages in Markdown, as the server sends them to the pages.

export type { ContactWay, MarkdownNode, MarkdownTag, PageLink, Reach } from './responses/site.ts'

export const legalPages = { imprint: 'Imprint', privacy: 'Privacy' } as const
export type LegalPage = keyof typeof legalPages
