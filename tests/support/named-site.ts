// The product with another owner's name, in the test's own process: SQLite, the built pages, a free port.
import { site } from '../../content/site.ts'
import { BrandBook, type BrandSource } from '../../server/brand/brand.ts'
import type { OwnerContent } from '../../server/pages/owner-content.ts'
import { startTestServer } from './test-server.ts'

export function namedBook(name: string, over: Partial<BrandSource> = {}): BrandBook {
  const role = over.owner?.role ?? site.owner.role
  return new BrandBook({ brand: name, owner: { name, role }, logo: null, portrait: null, ...over })
}

/** @returns the site's URL and a function that stops it. */
export async function startNamedSite(
  brand: BrandBook,
  ownerContent?: OwnerContent,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { port, stop } = await startTestServer(
    {},
    { pages: true, brand, ...(ownerContent ? { ownerContent } : {}) },
  )
  return { url: `http://localhost:${port}`, stop }
}
