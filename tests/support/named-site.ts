// The product with another owner's name, in the test's own process: SQLite, the built pages, a free port.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { site } from '../../content/site.ts'
import { createApp } from '../../server/app.ts'
import { BrandBook, type BrandSource } from '../../server/brand/brand.ts'
import { readConfig } from '../../server/config.ts'
import { createContext } from '../../server/create-context.ts'
import { migrate } from '../../server/db/migrate.ts'
import { OwnerContent } from '../../server/pages/owner-content.ts'

export function namedBook(name: string, over: Partial<BrandSource> = {}): BrandBook {
  const role = over.owner?.role ?? site.owner.role
  return new BrandBook({ brand: name, owner: { name, role }, logo: null, portrait: null, ...over })
}

/** @returns the site's URL and a function that stops it. */
export async function startNamedSite(
  brand: BrandBook,
  ownerContent = new OwnerContent(),
): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-named-'))
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_CONTENT: 'off',
    THROTTLE: 'off',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  })
  const context = { ...createContext(config), brand, ownerContent }
  await migrate(context.db)
  const build = new URL('../../build/server/index.js', import.meta.url).href
  const app = createApp(context, () => import(build) as Promise<ServerBuild>)
  http.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  return {
    url: `http://localhost:${port}`,
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await context.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
