// How visitors reach the owner, as links, and the lists of links in the footer.
import type { ContactWay, PageLink, Reach } from '../../contract/reach.ts'
import { isFooterLink, isPhone, isWebUrl, type SiteContent } from '../../contract/site.ts'
import { looksLikeEmail } from '../../contract/text.ts'

type Way = SiteContent['contact']['ways'][number]

/**
 * What is no link is left out: a draft that is previewed may hold anything.
 * @param legal links to the legal pages that are written
 */
export function reachOf({ contact, links }: SiteContent, legal: readonly PageLink[]): Reach {
  const profiles = links.profiles
    .filter(({ url }) => isWebUrl(url))
    .map(({ site, name, url }): ContactWay => ({ kind: 'profile', label: site, value: name, href: url }))
  const more = links.footer
    .filter(({ url }) => isFooterLink(url))
    .map(({ label, url }) => ({ label, href: url }))
  return {
    ways: [...contact.ways.flatMap(wayOf), ...profiles],
    footer: [profiles.map(({ label, href }) => ({ label, href })), more, [...legal]].filter(
      (list) => list.length > 0,
    ),
  }
}

function wayOf({ kind, value, url }: Way): ContactWay[] {
  if (kind === 'email')
    return looksLikeEmail(value) ? [{ kind, label: 'Email', value, href: mailto(value) }] : []
  if (kind === 'phone')
    return isPhone(value)
      ? [{ kind, label: 'Phone', value, href: `tel:${value.replace(/[^\d+]/g, '')}` }]
      : []
  return isWebUrl(url) ? [{ kind, label: 'Call', value, href: url }] : []
}

function mailto(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`
}
