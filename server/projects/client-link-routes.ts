// Client links for admins, the passphrase for their clients and how often it may be tried, and the page of a link.
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import {
  createClientLink,
  listClientLinks,
  openClientLink,
  revokeClientLink,
  type SharedProject,
} from '../../contract/client-links.ts'
import { clientLinkPath, privatePages } from '../../contract/pages.ts'
import { fieldError, Problem } from '../../contract/problem.ts'
import { requireAdmin, signedInUserOf } from '../accounts/guard.ts'
import type { AppContext } from '../context.ts'
import type { ClientLinkRow } from '../db/tables.ts'
import { accept, idOf } from '../http/accept.ts'
import { accessTokenOf, type Client, clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import {
  count,
  forget,
  growingWaits,
  type Limit,
  rejectIfSpent,
  throttle,
  uncount,
} from '../http/rate-limit.ts'
import { minute } from '../time.ts'
import * as core from './client-links.ts'
import { readProject } from './gallery.ts'

/** Of one client, whichever links and whether they are any: each one costs a hash. */
const triesOfClient: Limit = { name: 'passphrase', max: 60, within: 15 * minute }
/** Of all clients together, so that many IP addresses help little; short, so that nobody locks the client out for long. */
const triesOfLink: Limit = { name: 'passphrase-link', max: 20, within: 10 * minute }
/** Of one client at one link: a stranger delays only themselves. */
const triesOfClientAtLink: Limit = { name: 'passphrase-wait', ...growingWaits }

export const clientLinks = new Hono<Env>()
  .get(listClientLinks.path, requireAdmin, async (c) =>
    c.json({ links: await core.listLinks(c.var.context, idOf(c)) }),
  )

  .post(createClientLink.path, requireAdmin, accept(createClientLink), async (c) => {
    const made = await core.createLink(c.var.context, c.var.user, idOf(c), c.req.valid('json'))
    return c.json({ success: true, message: 'Client link created!', ...made }, 201)
  })

  .delete(revokeClientLink.path, requireAdmin, accept(revokeClientLink), async (c) => {
    await core.revokeLink(c.var.context, c.var.user, idOf(c))
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

type Protected = ClientLinkRow & { passphrase_hash: string }

function isProtected(link: ClientLinkRow): link is Protected {
  return link.passphrase_hash !== null
}

/** Every try is counted before it is compared, and a right one taken back. @throws Problem 'forbidden' for a wrong one, 'too-many'. */
async function checkPassphrase(
  context: AppContext,
  link: Protected,
  passphrase: string,
  client: Client,
): Promise<void> {
  const subject = `${link.id} ${client.key}`
  await rejectIfSpent(context, triesOfLink, link.id)
  const tries = await count(context, triesOfClientAtLink, subject)
  await count(context, triesOfLink, link.id)
  if (!(await context.passwordHasher.matches(passphrase, link.passphrase_hash)))
    throw fieldError('passphrase', `That is not the passphrase.${triesLeft(tries)}`, 'forbidden')
  await forget(context.db, triesOfClientAtLink, subject)
  // It is no try of the link, which may go to a whole team.
  await uncount(context.db, triesOfLink, link.id)
}

/** @param tries 0 while limits are off. */
function triesLeft(tries: number): string {
  if (tries === 0) return ''
  const left = triesOfClientAtLink.max - tries
  if (left < 1) return ' Please wait a moment before you try again.'
  return left === 1 ? ' 1 try left.' : ` ${left} tries left.`
}

const cookieOf = ({ id }: Protected) => `client-link-${id}`

const isSecure = (c: Context<Env>) => c.var.context.config.publicUrl.startsWith('https:')

/**
 * Lets the browser in from now on. The stored hash of the passphrase is a random secret that never leaves the database: what
 * is signed with it is good for this link only, and ends with it. One cookie for each link: a browser may have opened several.
 */
async function letIn(c: Context<Env>, link: Protected): Promise<void> {
  const options = {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/c',
    expires: new Date(link.expires_at),
  } as const
  const prefixed = isSecure(c) ? { ...options, prefix: 'secure' as const, secure: true as const } : options
  await setSignedCookie(c, cookieOf(link), link.id, link.passphrase_hash, prefixed)
}

async function wasLetIn(c: Context<Env>, link: Protected): Promise<boolean> {
  const prefix = isSecure(c) ? 'secure' : undefined
  return (await getSignedCookie(c, link.passphrase_hash, cookieOf(link), prefix)) === link.id
}
