// The build of the pages. Refuses server code in the browser, so a wrong import fails the build.
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

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

/*
 * What every page loads, in two files instead of a dozen: brotli finds more to say twice in a large one, and Home is
 * 11 kB lighter for it (115.8 to 104.8 kB, measured).
 */
const loadedByEveryPage = [
  { name: 'platform', test: /node_modules[\\/](react|react-dom|react-router|scheduler|@react-router)[\\/]/ },
  {
    name: 'house',
    test: /web[\\/](root|broken|session|theme|theme-toggle|call|nonce|page-meta|site[\\/](layout|raster|rendered-once|skill-bars)|ui[\\/](button|disclosure|icons|toast|reveal))\.tsx?$|content[\\/]site\.ts$|contract[\\/](limits|problem)\.ts$/,
  },
]

export default defineConfig({
  plugins: [noServerCodeInTheBrowser, tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  // Found only on later pages, they would make `npm run dev` bundle anew and reload in the middle of the first visit.
  optimizeDeps: { include: ['@tanstack/react-query', 'react-router/dom', 'zod/mini'] },
  // Bundled into the server's pages as well: unbundled, zod alone is two hundred modules to read at each start.
  ssr: { noExternal: ['zod', '@tanstack/react-query', '@tanstack/query-core'] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: loadedByEveryPage } } } } },
  },
})
