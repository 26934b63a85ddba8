// Renders pages with React Router, whose loaders request the API inside the process.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type Call, type ResponseOf, urlOf } from '../../contract/call.ts'
import { problemIn } from '../../contract/problem.ts'
import type { PageApi } from '../../web/api-context.ts'
import { root } from '../root.ts'

interface Options extends Omit<PageApi, 'call' | 'sha256' | 'clientLink'> {
  production: boolean
  /** Requests the API inside the process: no port, no cookie, the same checks as for any visitor. */
  requestApi: (path: string, init: RequestInit) => Response | Promise<Response>
}

/** @param loadBuild the built pages; called for each page, because in development they change */
export function createPages(
  loadBuild: () => Promise<ServerBuild>,
  { production, requestApi, ...options }: Options,
) {
  const call: PageApi['call'] = async <C extends Call>(call: C, sent = {}) => {
    const response = await requestApi(urlOf(call, sent), { headers: { accept: 'application/json' } })
    if (response.ok) return response.json() as Promise<ResponseOf<C>>
    const retryAfter = Number(response.headers.get('retry-after')) || undefined
    throw problemIn(response.status, await response.json().catch(() => null), retryAfter)
  }
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
  let handle: ReturnType<typeof createRequestHandler> | undefined
  /**
   * @param url path and query; nothing else of a request reaches the page, so no header can change it.
   * @param clientLink what its own link shows, for the page of client links
   */
  return async (url: string, clientLink: PageApi['clientLink'] = async () => null): Promise<Response> => {
    const request = new Request(options.origin + url)
    const build = await loadBuild()
    if (!handle || !production)
      handle = createRequestHandler(build, production ? 'production' : 'development')
    // The key must be the bundled one: context keys compare by identity.
    const { apiContext } = build.entry.module as unknown as typeof import('../../web/api-context.ts')
    const api: PageApi = { ...options, sha256, call, clientLink }
    return handle(request, new RouterContextProvider(new Map([[apiContext, api]])))
  }
}

/** @returns the pages as `npm run build` has made them. Rejects where there is no build. */
export function loadBuiltPages(): Promise<ServerBuild> {
  // As a URL: in a path, import() would take % and # for escapes.
  return import(/* @vite-ignore */ pathToFileURL(join(root, 'build/server/index.js')).href)
}
