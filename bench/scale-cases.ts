// The requests that bench/scale.ts measures, each with its goal at each size.
import { receive } from '../server/contacts/inbox.ts'
import type { AppContext } from '../server/context.ts'
import { updateItem } from '../server/projects/items.ts'
import { featureCases } from './feature-cases.ts'

export interface ScaleCase {
  name: string
  /** @param n counts the requests of this case, so that each may send something else */
  path?: (n: number) => string
  /** What writes is called itself: its request would be mostly its body. */
  work?: (n: number) => Promise<unknown>
  /** Milliseconds of CPU at most, by the number of rows. */
  goal: Record<number, number>
}

const goals = (at100: number, at10k: number, at100k: number) => ({
  100: at100,
  10000: at10k,
  100000: at100k,
})

/** Words that up to a half of the rows have, and words of one and two letters. */
const common = ['wordpress', 'branding', 'web dev', 'print', 'logo']
const commonInMessages = ['wordpress', 'festival', 'quote for', 'our shop', 'project']
const pairs = ['ui', 'or', 'zq', '77', 'br']
const letters = ['a', 'w', 'x', '7', '/']

export async function casesFor(context: AppContext, size: number): Promise<ScaleCase[]> {
  const { id } = await context.db
    .selectFrom('items')
    .select('id')
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  const of = (words: string[]) => (n: number) => words[n % words.length] ?? ''
  const list = (call: string, query: (n: number) => Record<string, string>) => (n: number) =>
    `${call}?${new URLSearchParams(query(n))}`
  const searches = (call: string, commonWords: string[]) =>
    [
      ['for one row', (n: number) => String(size - 1 - (n % 5))],
      ['for nothing', (n: number) => `nothing ${n % 5}`],
      ['for a common word', of(commonWords)],
      ['for two letters', of(pairs)],
      ['for one letter', of(letters)],
    ].map(([text, word]) => ({
      text,
      path: list(call, (n) => ({ search: (word as (n: number) => string)(n) })),
    }))
  const publicList = '/getportfolio/public'
  const last = (part: number, limit: number) => String(Math.max(1, Math.floor((size * part) / limit) - 1))
  return [
    { name: 'gallery, page 1', path: list(publicList, () => ({})), goal: goals(1, 2, 2) },
    {
      name: 'gallery, last page',
      path: list(publicList, () => ({ page: last(0.8, 12) })),
      goal: goals(1, 4, 4),
    },
    {
      name: 'category, page 1',
      path: list(publicList, () => ({ category: 'React' })),
      goal: goals(1, 3.5, 5),
    },
    {
      name: 'category, last page',
      path: list(publicList, () => ({ category: 'React', page: last(0.2, 12) })),
      goal: goals(1, 7, 10),
    },
    ...searches(publicList, common).map(({ text, path }) => ({
      name: `gallery search ${text}`,
      path,
      goal: goals(1, 3.5, 5),
    })),
    {
      name: 'category and search',
      path: list(publicList, (n) => ({ category: 'React', search: of(common)(n) })),
      goal: goals(1, 3.5, 5),
    },
    { name: 'categories', path: () => '/public-categories', goal: goals(1, 2, 5) },
    { name: 'gallery, the page', path: () => '/portfolio', goal: goals(100, 100, 100) },
    { name: 'sitemap', path: () => '/sitemap.xml', goal: goals(5, 100, 100) },
    {
      name: 'sitemap, a part',
      path: () => (size > 2_500 ? '/sitemap-0.xml' : '/sitemap.xml'),
      goal: goals(5, 100, 100),
    },
    { name: 'projects, page 1', path: list('/get-portfolios', () => ({})), goal: goals(1, 2, 2) },
    {
      name: 'projects, last page',
      path: list('/get-portfolios', () => ({ page: last(1, 10) })),
      goal: goals(1, 4, 4),
    },
    {
      name: 'drafts, page 1',
      path: list('/get-portfolios', () => ({ status: 'draft' })),
      goal: goals(1, 2, 2),
    },
    ...searches('/get-portfolios', common).map(({ text, path }) => ({
      name: `projects search ${text}`,
      path,
      goal: goals(1, 3.5, 5),
    })),
    { name: 'messages, page 1', path: list('/contacts', () => ({})), goal: goals(1, 2, 2) },
    {
      name: 'messages, last page',
      path: list('/contacts', () => ({ page: last(1, 10) })),
      goal: goals(1, 4, 4),
    },
    {
      name: 'unreplied, page 1',
      path: list('/contacts', () => ({ status: 'unreplied' })),
      goal: goals(1, 2, 2),
    },
    ...searches('/contacts', commonInMessages).map(({ text, path }) => ({
      name: `messages search ${text}`,
      path,
      goal: goals(1, 3.5, 10),
    })),
    { name: 'dashboard', path: () => '/dashboard', goal: goals(1, 2, 2) },
    { name: 'dashboard, things to do', path: () => '/api/dashboard/home', goal: goals(2, 2, 2) },
    { name: 'dashboard, visits', path: () => '/api/dashboard/counts?days=30', goal: goals(2, 2, 2) },
    {
      name: 'changing a project',
      work: async (n) => {
        const texts = { pname: `Written ${n}`, purl: 'https://example.com/', categories: ['React', 'Print'] }
        await updateItem(context, id, { ...texts, image: null })
      },
      goal: goals(5, 5, 5),
    },
    {
      name: 'receiving a message',
      work: (n) => {
        const message = `${'We would like to talk about a new site for our festival. '.repeat(6)} ${n}`
        const from = { name: 'Vera Visitor', email: `vera${n}@example.com`, subject: 'A new site' }
        return receive(context, { ...from, message }, { isBrowser: true, network: null })
      },
      goal: goals(5, 5, 5),
    },
    ...(await featureCases(context, size)),
  ]
}
