// The product with another owner's content, in the test's own process: SQLite, the built pages, a free port.
import type { ContactWays } from '../../content/site.ts'
import { contactWays, site } from '../../content/site.ts'
import type { LegalPages } from '../../server/pages/legal-pages.ts'
import { contentDefaults, type SiteDefaults } from '../../server/site/defaults.ts'
import { startTestServer } from './test-server.ts'

/** Content under another name, without logo and portrait unless they are given. */
export function namedContent(
  name: { brand: string; owner?: string; role?: string },
  over: Partial<Pick<SiteDefaults, 'logo' | 'portrait'>> & { ways?: ContactWays } = {},
): SiteDefaults {
  const { ways = contactWays, ...images } = over
  const { brand, owner = brand, role = site.owner.role } = name
  return {
    ...contentDefaults({ ...site, brand, owner: { name: owner, role } }, ways),
    logo: null,
    portrait: null,
    ...images,
  }
}

/** @returns the site's URL and a function that stops it. */
export async function startNamedSite(
  defaults: SiteDefaults,
  legalPages?: LegalPages,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { port, stop } = await startTestServer(
    {},
    { pages: true, defaults, ...(legalPages ? { legalPages } : {}) },
  )
  return { url: `http://localhost:${port}`, stop }
}
