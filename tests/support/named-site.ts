// Another owner's content.
import type { DeliveredSite } from '../../contract/responses/site.ts'
import { noImage, type SiteContent } from '../../contract/site.ts'
import { contentDefaults } from '../../server/site/site-book.ts'

/** Content under another name, without logo, and without portrait unless one is asked for. */
export function namedContent(
  { brand, owner = brand, role }: { brand: string; owner?: string; role?: string },
  over: Partial<SiteContent['contact'] & SiteContent['links']> & { portrait?: string } = {},
): DeliveredSite {
  const site = contentDefaults()
  const { name, hero, about, contact, links } = site.content
  const { portrait = noImage, ways = contact.ways, profiles = links.profiles } = over
  const content = {
    ...site.content,
    name: { ...name, brand, owner },
    hero: { ...hero, role: role ?? hero.role },
    about: { ...about, portrait },
    contact: { ...contact, ways },
    links: { ...links, profiles },
  }
  return { ...site, logo: null, content }
}
