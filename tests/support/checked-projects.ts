// An app with projects whose sites are a server of the test, checked when the test says so.
import type { RequestListener } from 'node:http'
import { afterEach } from 'vitest'
import type { PreviewCheck } from '../../contract/responses/projects.ts'
import type { AppContext } from '../../server/context.ts'
import { reschedule } from '../../server/jobs/rows.ts'
import { runDue } from '../../server/jobs/runner.ts'
import { checksKind } from '../../server/preview/check-rows.ts'
import { ownApps } from './own-apps.ts'
import { image } from './portfolio-calls.ts'
import { publicAddress, startTestNetwork, type TestNetwork } from './test-network.ts'

/** Names of a project's site, and what it responds with now. */
export interface Sites {
  status: number
  headers: Record<string, string>
  /** Of one host, instead of those. */
  headersOf: Record<string, Record<string, string>>
  /** Host and path of each request. */
  requests: string[]
  /** A promise that responses wait for. */
  held: Promise<unknown>
}

/**
 * @returns a function that starts such an app, with other settings and further names of sites than a.example, b.example and
 * c.example. Call it once, at the top of a test file.
 */
export function checkedProjects() {
  const ownApp = ownApps()
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  return async (env?: Record<string, string>, hosts?: TestNetwork['hosts']) => {
    const own = await withProjects(ownApp, env, hosts)
    stops.push(own.network.stop)
    return own
  }
}

/** What the job does within the next minute. */
export async function checkProjects(context: AppContext): Promise<void> {
  await reschedule(context, context.db, checksKind, context.now())
  await runDue(context, 'previews')
}

async function withProjects(
  start: ReturnType<typeof ownApps>,
  env: Record<string, string> = {},
  hosts: TestNetwork['hosts'] = {},
) {
  const sites: Sites = { status: 200, headers: {}, headersOf: {}, requests: [], held: Promise.resolve() }
  const respond: RequestListener = async (request, response) => {
    sites.requests.push(`${request.headers.host}${request.url}`)
    await sites.held
    const headers = sites.headersOf[request.headers.host ?? ''] ?? sites.headers
    response.writeHead(sites.status, headers).end('the private text of a site')
  }
  const known = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.example`, [publicAddress]]))
  const network = await startTestNetwork({ ...known, ...hosts }, respond)
  const app = await start({ LOG_LEVEL: 'silent', ...env }, { network })
  const cookie = await app.asAdmin()
  const form = { categories: 'Web', status: 'published', pimage: image }
  return {
    app,
    cookie,
    sites,
    network,
    check: () => checkProjects(app.context),
    /** @returns its id */
    async add(pname: string, purl: string, status = 'published'): Promise<string> {
      const { body } = await app.json('/portfolio/add-portfolio', {
        cookie,
        form: { ...form, pname, purl, status },
      })
      return body.portfolio.id
    },
    update: (id: string, pname: string, purl: string) =>
      app.json(`/update/${id}`, { method: 'PUT', cookie, form: { ...form, pname, purl } }),
    checkNow: (id: string) => app.json(`/api/portfolio/${id}/preview-check`, { method: 'POST', cookie }),
    /** As admins see it. */
    async found(name: string): Promise<PreviewCheck> {
      const { body } = await app.json(`/get-portfolios?search=${name}`, { cookie })
      return body.checks[body.portfolios[0].id]
    },
    /** As visitors see it. */
    async shown(id: string) {
      const { body } = await app.json(`/getportfolio/public?id=${id}`)
      return body.portfolios[0].obstacle
    },
    async dashboard() {
      return (await app.json('/dashboard', { cookie, headers: { accept: 'application/json' } })).body
        .deadLinks
    },
  }
}
