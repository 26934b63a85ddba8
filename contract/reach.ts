// How visitors reach the owner, and the owner's pages in Markdown, as the server sends them to the pages.

export interface ContactWay {
  kind: 'email' | 'phone' | 'booking' | 'profile'
  /** What it is: "Email", "GitHub". */
  label: string
  /** As visitors read it: an email address, a number, a name. */
  value: string
  /** mailto:, tel: or https: */
  href: string
}

export interface PageLink {
  label: string
  href: string
}

/** What every page needs: all contact ways, and the lists of links in the footer. An empty list is left out. */
export interface Reach {
  ways: readonly ContactWay[]
  footer: readonly (readonly PageLink[])[]
}

export const legalPages = { imprint: 'Imprint', privacy: 'Privacy' } as const
export type LegalPage = keyof typeof legalPages

export type MarkdownTag =
  | ('h2' | 'h3' | 'p' | 'ul' | 'ol' | 'li' | 'blockquote' | 'pre' | 'hr')
  | ('em' | 'strong' | 'code' | 'a' | 'br')

/** Text, or an element with what is in it. */
export type MarkdownNode =
  | string
  | {
      tag: MarkdownTag
      href?: string /** Of `ol`, where it is not 1. */
      start?: number
      children?: MarkdownNode[]
    }
