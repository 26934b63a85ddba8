// The server as one file that starts at once: half of a second is what reading a thousand small modules costs.
import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    // The pages bring the same React and the same router, which must be one each; sharp is no JavaScript; the rest is
    // loaded by few.
    external: ['react', 'react-dom', 'react-router', 'sharp', 'pg', 'nodemailer', 'vite'],
  },
  build: {
    ssr: 'server/main.ts',
    outDir: 'build',
    // The pages are built into folders beside it.
    emptyOutDir: false,
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name].js' } },
  },
})
