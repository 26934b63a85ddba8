// The build of the pages, and with `--mode server` that of the server as one file that starts at once: half of a second is what
// reading a thousand small modules costs.
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'

// Node holds the text of what it runs: without comments, and in characters of one byte each, as one beyond Latin-1 would make
// every character of its file take two. Names and lines stay, so that a stack trace can be read.
const smallToHold: Rolldown.OutputOptions = {
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
}

/** Brotli finds more to say twice in one file that all public pages share than in many. */
const chunks: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'common',
    priority: 2,
    test: /[\\/]web[\\/](hydration[\\/]hydrate|root|site[\\/](layout|home[\\/]home))\.tsx$/,
  },
  { name: 'shared', priority: 1, test: /[\\/](contract|web[\\/](ui|forms))[\\/]/, minShareCount: 2 },
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

// The pages bring the same React and the same router, which must be one each; sharp is no JavaScript; the rest is loaded by few.
const external = [
  'react',
  'react-dom',
  'react-router',
  'sharp',
  '@resvg/resvg-js',
  'harfbuzzjs',
  'woff2-encoder',
]

const server: UserConfig = {
  publicDir: false,
  ssr: { noExternal: true, external: [...external, 'pg', 'nodemailer', 'prom-client', 'vite'] },
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
