// The sitemap: one file for a small portfolio; for a large one an index of parts that are streamed, each with the projects
// whose ids begin with the same digits. Ids are random, so parts are about equally large, and none needs the one before it [R184].
import { setImmediate as turn } from 'node:timers/promises'
import { Hono } from 'hono'
import { indexedPages } from '../../contract/pages.ts'
import type { AppContext } from '../context.ts'
import { readTotal } from '../db/list-counts.ts'
import type { Env } from '../http/env.ts'
import type { PublicCache } from './public-cache.ts'

/** Projects in one file, on average; the protocol allows 50,000 URLs. */
const partSize = 10_000
/** Projects in a sitemap without parts: it is compressed and cached as a whole. */
const singleSize = 2_000
/** Rows read at a time, so that memory does not grow with their number and no statement takes long. */
const batch = 500
const maxDigits = 6

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const headers = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'Content-Type': 'application/xml; charset=utf-8',
}

type Reading = Pick<AppContext, 'db' | 'config' | 'legalPages'>

export function sitemap(cache: PublicCache): Hono<Env> {
  return new Hono<Env>()
    .get(
      '/sitemap.xml',
      cache.middleware(() => ({ key: '/sitemap.xml', tier: 'fixed', status: 200 })),
      async (c) => {
        const { context } = c.var
        const digits = await partDigits(context)
        return c.body(digits === 0 ? await single(context) : index(context, digits), 200, headers)
      },
    )
    .get('/:part{sitemap-[0-9a-f]+\\.xml}', async (c, next) => {
      const { context } = c.var
      const prefix = c.req.param('part').slice('sitemap-'.length, -'.xml'.length)
      // Another number of digits would be a part of any size.
      if (prefix.length !== (await partDigits(context))) return next()
      return c.body(await stream(part(context, prefix)), 200, headers)
    })
}

/** How many digits of its id decide in which part a project is; 0 while there are no parts. */
async function partDigits({ db }: Reading): Promise<number> {
  const total = await readTotal(db, ['items published'])
  if (total <= singleSize) return 0
  let digits = 1
  while (digits < maxDigits && total / 16 ** digits > partSize) digits++
  return digits
}

async function single(context: Reading): Promise<string> {
  const items = await context.db
    .selectFrom('items')
    .select(['id', 'updated_at'])
    .where('status', '=', 'published')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(singleSize)
    .execute()
  return `${head}<urlset ${namespace}>${pageUrls(context)}${projectUrls(context, items)}</urlset>`
}

function index({ config }: Reading, digits: number): string {
  const parts = Array.from({ length: 16 ** digits }, (_, n) => n.toString(16).padStart(digits, '0')).map(
    (prefix) => `<sitemap><loc>${config.publicUrl}/sitemap-${prefix}.xml</loc></sitemap>`,
  )
  return `${head}<sitemapindex ${namespace}>${parts.join('')}</sitemapindex>`
}

async function* part(context: Reading, prefix: string): AsyncGenerator<string> {
  // The pages that are no projects are in the first part.
  yield `${head}<urlset ${namespace}>${/^0+$/.test(prefix) ? pageUrls(context) : ''}`
  let after = ''
  for (;;) {
    // Drafts are read and left out here: filtered by status, SQLite would sort all projects that have it.
    const items = await context.db
      .selectFrom('items')
      .select(['id', 'updated_at', 'status'])
      .where('id', '>=', prefix)
      // The letter after the last digit of an id.
      .where('id', '<', `${prefix}g`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    yield projectUrls(
      context,
      items.filter(({ status }) => status === 'published'),
    )
    if (items.length < batch) break
    after = items.at(-1)?.id ?? ''
    await turn()
  }
  yield '</urlset>'
}

function pageUrls({ config, legalPages }: Reading): string {
  return indexedPages
    .filter((path) => !legalPages.absentPaths.has(path))
    .map((path) => `<url><loc>${config.publicUrl}${path}</loc></url>`)
    .join('')
}

function projectUrls({ config }: Reading, items: { id: string; updated_at: string }[]): string {
  return items
    .map(
      ({ id, updated_at }) =>
        `<url><loc>${config.publicUrl}/portfolio/${id}</loc><lastmod>${updated_at}</lastmod></url>`,
    )
    .join('')
}

/** The first rows are read before the response begins, so that a database that is away is a proper error response. */
async function stream(texts: AsyncGenerator<string>): Promise<ReadableStream<Uint8Array>> {
  const opening = (await texts.next()).value ?? ''
  const first = (await texts.next()).value ?? ''
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(opening + first)),
    // Called only as fast as the client reads.
    async pull(controller) {
      const next = await texts.next()
      if (next.done) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
}
