// Page visit or call? Hands visits to React Router, which asks the API inside the process for its data.
import type { HonoRequest } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Answer, Call } from '../contract/call.ts'
import { Problem, type ProblemAnswer, type ProblemCode, sentence, statusOf } from '../contract/problem.ts'
import type { PageApi } from '../web/api-context.ts'

/**
 * Five GET paths are both a page and a call (OPERATING.md, Addresses; decision 1). Browsers send Sec-Fetch-Mode
 * only to trustworthy origins, hence the look at Accept.
 */
export function wantsPage(request: HonoRequest): boolean {
  const mode = request.header('sec-fetch-mode')
  return mode === undefined ? prefersHtml(request.header('accept') ?? '') : mode === 'navigate'
}

export function prefersHtml(accept: string): boolean {
  const quality = (type: string) => {
    const entry = accept.split(',').find((part) => part.trim().toLowerCase().startsWith(type))
    return entry === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(entry)?.[1] ?? 1)
  }
  return quality('text/html') > 0 && quality('text/html') >= quality('application/json')
}

export type RenderPage = (request: Request) => Promise<Response>

type Ask = (path: string, init: RequestInit) => Response | Promise<Response>

/**
 * @param loadBuild the built pages; asked for at each visit, because in development they change
 * @param ask the API inside the process: no port, no cookie, the same checks as any visitor
 */
export function createPages(
  loadBuild: () => Promise<ServerBuild>,
  options: { origin: string; production: boolean; ask: Ask },
): RenderPage {
  const api: PageApi = { origin: options.origin, call: (call, sent) => callInside(options.ask, call, sent) }
  let handle: ReturnType<typeof createRequestHandler> | undefined
  return async (request) => {
    const build = await loadBuild()
    if (!handle || !options.production)
      handle = createRequestHandler(build, options.production ? 'production' : 'development')
    // The key must be the bundled one: context keys compare by identity.
    const { apiContext } = build.entry.module as unknown as typeof import('../web/api-context.ts')
    return handle(request, new RouterContextProvider(new Map([[apiContext, api]])))
  }
}

async function callInside<C extends Call>(
  ask: Ask,
  call: C,
  sent: { params?: Record<string, string>; query?: Record<string, unknown> } = {},
): Promise<Answer<C>> {
  const path = call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(sent.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sent.query ?? {}))
    if (value !== undefined && value !== '') query.set(name, String(value))
  const response = await ask(query.size > 0 ? `${path}?${query}` : path, {
    headers: { accept: 'application/json' },
  })
  if (response.ok) return (await response.json()) as Answer<C>
  const { message } = (await response.json()) as ProblemAnswer
  throw new Problem(codeOf(response.status), sentence(message))
}

function codeOf(status: number): ProblemCode {
  const codes = Object.keys(statusOf) as ProblemCode[]
  return codes.find((code) => statusOf[code] === status) ?? 'unexpected'
}
