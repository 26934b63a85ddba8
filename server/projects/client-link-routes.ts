// Client links for admins, the passphrase for their clients, and the page of a link.
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import {
  createClientLink,
  listClientLinks,
  openClientLink,
  revokeClientLink,
  type SharedProject,
} from '../../contract/client-links.ts'
import { clientLinkPath, privatePages } from '../../contract/pages.ts'
import { Problem } from '../../contract/problem.ts'
import { requireAdmin, signedInUserOf } from '../accounts/guard.ts'
import type { ClientLinkRow } from '../db/tables.ts'
import { accept, acceptNothing, idOf } from '../http/accept.ts'
import { accessTokenOf, actorOf, clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { throttle } from '../http/rate-limit.ts'
import { checkPassphrase, isProtected, letIn, triesOfClient, wasLetIn } from './client-link-passphrase.ts'
import * as core from './client-links.ts'
import { readProject } from './gallery.ts'

export const clientLinks = new Hono<Env>()
  .get(listClientLinks.path, requireAdmin, async (c) =>
    c.json({ links: await core.listLinks(c.var.context, idOf(c)) }),
  )

  .post(createClientLink.path, requireAdmin, accept(createClientLink), async (c) => {
    const made = await core.createLink(c.var.context, actorOf(c), idOf(c), c.req.valid('json'))
    return c.json({ success: true, message: 'Client link created!', ...made }, 201)
  })

  .delete(revokeClientLink.path, requireAdmin, acceptNothing, async (c) => {
    await core.revokeLink(c.var.context, actorOf(c), idOf(c))
    return c.json({ success: true, message: 'Client link revoked.' })
  })

  .post(openClientLink.path, throttle(triesOfClient), accept(openClientLink), async (c) => {
    const { context } = c.var
    const { token, passphrase } = c.req.valid('json')
    const link = await core.findLink(context, token)
    if (!link) throw new Problem('unknown', 'This link does not work.')
    if (isProtected(link)) {
      await checkPassphrase(context, link, passphrase, clientOf(c))
      await letIn(c, link)
    }
    return c.json({ success: true, message: 'Passphrase accepted.' })
  })

/** What of the request decides what is shown, read when the page is rendered. */
type Read = () => Promise<SharedProject | null>

/** One URL for all: no token reaches the renderer, and what is not found is the same for all. */
const renderedUrl = clientLinkPath('link')

/** @param render renders this URL with what `read` returns */
export function clientLinkPage(
  render: (c: Context<Env>, url: string, read: Read) => Promise<Response>,
): Hono<Env> {
  return new Hono<Env>().get(privatePages.clientLink, async (c, _next) => {
    const { context } = c.var
    const opened: ClientLinkRow[] = []
    // Of the project's two views: nothing else of the URL reaches the renderer.
    const view = ['preview', 'case-study'].find((one) => one === c.req.query('view'))
    c.res = await render(c, `${renderedUrl}${view ? `?view=${view}` : ''}`, async () => {
      const link = await core.findLink(context, c.req.param('token'))
      if (!link) return null
      const until = link.expires_at
      if (isProtected(link) && !(await wasLetIn(c, link))) return { until, project: null }
      const found = await readProject(context, link.project_id)
      if (!found) return null
      opened.push(link)
      return { until, project: found.portfolio }
    })
    for (const { id } of opened)
      if (c.res.status === 200 && (await isCounted(c))) await core.countOpen(context, id)
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.set('Referrer-Policy', 'no-referrer')
    c.res.headers.set('X-Robots-Tag', 'noindex')
  })
}

/** A visitor opens the page, and no admin who looks at what was sent. */
async function isCounted(c: Context<Env>): Promise<boolean> {
  const incoming: IncomingMessage | undefined = c.env?.incoming
  if (!incoming || !c.var.context.visits.isOpening(incoming)) return false
  // A request with an access token is nobody's: asking whose it is would record its path.
  const user = accessTokenOf(c) === null ? await signedInUserOf(c) : undefined
  return user?.role !== 'admin'
}
