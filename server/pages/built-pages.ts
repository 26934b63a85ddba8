// The pages of the built product.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { root } from '../root.ts'

/** @returns the pages as `npm run build` has made them. Rejects where there is no build. */
export function loadBuiltPages(): Promise<ServerBuild> {
  // As a URL: in a path, import() would take % and # for escapes.
  return import(/* @vite-ignore */ pathToFileURL(join(root, 'build/server/index.js')).href)
}
