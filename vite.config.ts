// The build of the pages, and with `--mode server` that of the server as one file: a thousand small ones take half a second to read.
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'

// Node holds the text of what it runs: without comments, and escaped, as one letter beyond Latin-1 doubles all of it.
const smallToHold: Rolldown.OutputOptions = {
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
}

/** Brotli finds more to say twice in one file that all public pages share than in many, and a page of the dashboard was 45 requests. */
const chunks: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'common',
    priority: 2,
    test: /[\\/]web[\\/](hydration[\\/]hydrate|root|site[\\/](layout|home[\\/]home))\.tsx$/,
  },
  { name: 'shared', priority: 1, test: /[\\/](contract|web[\\/](ui|forms))[\\/]/, minShareCount: 2 },
  {
    name: 'queries',
    priority: 1,
    test: /[\\/](@tanstack[\\/]|web[\\/](queries|search-box)\.tsx?)/,
    minShareCount: 2,
  },
  {
    name: 'account',
    priority: 1,
    test: /[\\/]web[\\/](account[\\/]|call-files\.ts)/,
    minShareCount: 2,
  },
  { name: 'dashboard', test: /[\\/]web[\\/]dashboard[\\/]/, minShareCount: 2 },
]

const pages: UserConfig = {
  plugins: [reactRouter()],
  // Colours of both themes are written as `light-dark()`, for which the default target would write twice as much.
  build: { assetsInlineLimit: 0, cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'] },
  // Found only on later pages, they would make `npm run dev` bundle again and reload in the middle of the first visit.
  optimizeDeps: { include: ['@tanstack/react-query', 'react-router/dom', 'zod/mini'] },
  // Bundled into the server's pages as well: unbundled, zod alone is two hundred modules to read at each start.
  ssr: { noExternal: ['zod', /^@tanstack\//] },
  environments: {
    ssr: { build: { rolldownOptions: { output: smallToHold } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
  },
}

// The pages bring the same React and router, which must be one each; the others are no JavaScript, or loaded by few.
const shared = ['react', 'react-dom', 'react-router']
const drawing = ['sharp', '@resvg/resvg-js', 'harfbuzzjs', 'woff2-encoder']

const server: UserConfig = {
  publicDir: false,
  ssr: { noExternal: true, external: [...shared, ...drawing, 'pg', 'nodemailer', 'prom-client', 'vite'] },
  build: {
    ssr: true,
    outDir: 'build',
    // The pages are in folders of it.
    emptyOutDir: false,
    target: 'node24',
    rolldownOptions: {
      input: { main: 'server/main.ts', 'image-worker': 'server/images/worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', ...smallToHold },
    },
  },
}

export default defineConfig(({ mode }) => (mode === 'server' ? server : pages))
