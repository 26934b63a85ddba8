// The server as one file that starts at once: half of a second is what reading a thousand small modules costs. Next to it
// the image worker, a program of its own.
import { defineConfig } from 'vite'
import { smallToHold } from './vite.output.config.ts'

export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    // The pages bring the same React and the same router, which must be one each; sharp is no JavaScript; the rest is
    // loaded by few.
    external: [
      'react',
      'react-dom',
      'react-router',
      'sharp',
      '@resvg/resvg-js',
      'harfbuzzjs',
      'woff2-encoder',
      'pg',
      'nodemailer',
      'prom-client',
      'vite',
    ],
  },
  build: {
    ssr: true,
    outDir: 'build',
    // The pages are built into folders next to it.
    emptyOutDir: false,
    target: 'node24',
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        // Started by the server as processes of their own.
        'image-worker': 'server/images/worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', ...smallToHold },
    },
  },
})
