// Renders the public pages as a server would, on an empty database: for the last step of a build.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createContext } from '../create-context.ts'
import { migrate } from '../db/migrate.ts'
import { loadBuiltPages } from '../pages/built-pages.ts'

/**
 * @throws ConfigError when content/ is not what this version reads
 * @throws Error naming the page that is not rendered
 */
export async function checkPublicPages(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-build-'))
  try {
    const context = createContext(readConfig({ DATA_DIR: dataDir, PREVIEW_CHECK: 'off', LOG_LEVEL: 'error' }))
    try {
      await migrate(context.db)
      const { fetch } = createApp(context, loadBuiltPages)
      const legal = context.legalPages.links.map(({ href }) => href)
      for (const path of ['/', '/about', '/portfolio', '/contact', ...legal]) {
        const response = await fetch(
          new Request(context.config.publicUrl + path, { headers: { accept: 'text/html' } }),
        )
        await response.text()
        if (response.status !== 200)
          throw new Error(
            `The page ${path} cannot be shown: it was rendered with ${response.status}. See content/, and the error above.`,
          )
      }
    } finally {
      await context.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
