// The build of the pages. Rejects server code in the browser, so a wrong import fails the build.
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { smallToHold } from './vite.output.config.ts'
import routes from './web/routes.ts'

const noServerCodeInTheBrowser: Plugin = {
  name: 'no-server-code-in-the-browser',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (this.environment.name !== 'client' || !importer || source.startsWith('\0')) return
    const resolved = await this.resolve(source, importer, { skipSelf: true })
    if (resolved?.id.startsWith(`${import.meta.dirname}/server/`))
      throw new Error(`${importer} brings server code into the browser: ${source}`)
    return resolved
  },
}

/** Files of the index route and of the layouts around it, as the route table names them. */
function filesOfHome(table: readonly RouteConfigEntry[]): string[] {
  for (const { index, file, children = [] } of table) {
    const below = index ? [file] : filesOfHome(children)
    if (below.length > 0) return index ? below : [file, ...below]
  }
  return []
}

/** What starts each page, the root of all pages, and Home. */
const firstFiles = new Set(
  ['hydrate.tsx', 'root.tsx', ...filesOfHome(routes)].map((file) => join(import.meta.dirname, 'web', file)),
)

const queryLibrary = /node_modules[\\/]@tanstack[\\/]/

type Modules = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1]

/** Whether a module of the project calls the query library: pages without a list need neither. */
const makesQueries = (id: string, modules: Modules) =>
  modules.getModuleInfo(id)?.importedIds.some((imported) => queryLibrary.test(imported)) ?? false

/*
 * Which files the browser gets, by what a module is for:
 * - Home's code is in one file with what every page loads: brotli finds more to say twice in a large one, and the list of
 *   files that each page needs (the manifest, which Home loads as well) is shorter the fewer they are;
 * - what pages of several folders share: `contract`, parts, forms, and files directly in `web`;
 * - lists: the query library with what calls it outside a folder of pages;
 * - what pages of one folder share.
 * A group takes what its modules import, unless one of higher priority has it: so Home's gets nothing but what Home imports.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'common', priority: 4, test: (id) => firstFiles.has(id.replace(/\?.*$/, '')) },
  {
    name: (id, modules) => (makesQueries(id, modules) ? null : 'shared'),
    priority: 3,
    test: /[\\/](contract[\\/].*|web[\\/]((ui|forms)[\\/].*|[^\\/]+))$/,
    minShareCount: 2,
  },
  {
    name: (id, modules) => (queryLibrary.test(id) || makesQueries(id, modules) ? 'lists' : null),
    priority: 2,
    test: /node_modules[\\/]|[\\/]web[\\/][^\\/]+$/,
  },
  { name: 'account', test: /[\\/]web[\\/]account[\\/]/, minShareCount: 2 },
  { name: 'dashboard', test: /[\\/]web[\\/]dashboard[\\/]/, minShareCount: 2 },
]

export default defineConfig({
  plugins: [noServerCodeInTheBrowser, reactRouter()],
  build: { assetsInlineLimit: 0 },
  // Found only on later pages, they would make `npm run dev` bundle again and reload in the middle of the first visit.
  optimizeDeps: { include: ['@tanstack/react-query', 'react-router/dom', 'zod/mini'] },
  // Bundled into the server's pages as well: unbundled, zod alone is two hundred modules to read at each start.
  ssr: {
    noExternal: [
      'zod',
      '@tanstack/react-query',
      '@tanstack/query-core',
      'htmlparser2',
      'entities',
      'domhandler',
      'domutils',
      'domelementtype',
    ],
  },
  environments: {
    ssr: { build: { rolldownOptions: { output: smallToHold } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
  },
})
