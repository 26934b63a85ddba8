// The demo: ten projects loaded into an empty database, and the small pages that their previews show.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { ExpressionBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { DemoCaseStudy } from '../../content/demo/case-fjordlys.ts'
import { type DemoProject, demoProjects } from '../../content/demo/projects.ts'
import type { Block } from '../../contract/case-study.ts'
import type { demoProject } from '../../contract/dashboard.ts'
import { Problem } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import type { Tables } from '../db/tables.ts'
import type { Actor } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { addImage, addVideo } from '../images/named-uploads.ts'
import { changePublicContent } from '../public-content.ts'
import { root } from '../root.ts'
import { orderByAge } from './own-order.ts'
import { addProject, deleteProjects } from './projects.ts'

const directory = join(root, 'content/demo')
/** Marks a database whose demo was loaded, so that projects that the owner deletes are not loaded again. */
const marker = 'demo-content'

/** A project of the demo that nobody has changed or featured: its time is the demo's, and no later one is known. */
export function isDemo(row: ExpressionBuilder<Tables, 'projects'>) {
  const times = demoProjects.map(({ createdAt }) => createdAt)
  return row.and([
    row('created_at', 'in', times),
    row('updated_at', '=', row.ref('created_at')),
    row('featured_at', 'is', null),
  ])
}

/** In the order of the gallery. */
export function demoProjectsIn(db: Database) {
  return db
    .selectFrom('projects')
    .select(['id', 'name', 'position', 'created_at'])
    .where(isDemo)
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

type Placed = z.output<typeof demoProject>

/** @returns what `restoreDemo` takes. What is changed in the meantime stays. */
export async function deleteDemo(context: AppContext, by: Actor): Promise<Placed[]> {
  const rows = await demoProjectsIn(context.db)
  const ids = rows.map(({ id }) => id)
  const deleted = await deleteProjects(context, ids, by, isDemo)
  return rows
    .filter(({ id }) => deleted.includes(id))
    .flatMap(({ created_at, position }) => {
      const project = demoProjects.find(({ createdAt }) => createdAt === created_at)
      return project ? [{ slug: project.slug, position }] : []
    })
}

/** Loads them again where they stood, as they were installed. */
export async function restoreDemo(context: AppContext, placed: readonly Placed[]): Promise<void> {
  const wanted = demoProjects.filter(({ slug }) => placed.some((one) => one.slug === slug))
  const added = await Promise.all(wanted.map((project) => load(context, project)))
  await changePublicContent(context, async (tx) => {
    for (const [at, project] of added.entries()) {
      const position = placed.find(({ slug }) => slug === wanted[at]?.slug)?.position
      if (project) await tx.updateTable('projects').set({ position }).where('id', '=', project.id).execute()
    }
  })
}

/** By the same code as an upload. @returns null where there is a project of its name */
async function load(context: AppContext, project: DemoProject): Promise<{ id: string } | null> {
  const isThere = context.db.selectFrom('projects').select('id').where('name', '=', project.name)
  // Before its images are stored once more.
  if (await isThere.executeTakeFirst()) return null
  return addProject(context, {
    pname: project.name,
    purl: `${context.config.publicUrl}/demo/${project.slug}`,
    categories: [...project.categories],
    status: 'published',
    createdAt: project.createdAt,
    image: await readFile(join(directory, project.cover)),
    ...(project.caseStudy && (await stored(context, project.caseStudy))),
  }).catch((error) => {
    if (error instanceof Problem && error.code === 'duplicate') return null
    throw error
  })
}

/** Loads the demo projects, unless there are or were projects. After a failure or a crash it continues at the next start. */
export async function loadDemo(context: AppContext): Promise<void> {
  const { config, db, log } = context
  if (!config.demoContent) return
  const state = await readSetting(db, marker)
  if (state === 'loaded') return
  if (state === null) {
    if (await db.selectFrom('projects').select('id').limit(1).executeTakeFirst()) return
    await writeSetting(db, marker, 'loading')
  }
  try {
    await Promise.all(demoProjects.map((project) => load(context, project)))
    await orderByAge(context)
    await writeSetting(db, marker, 'loaded')
    log.info({ event: 'demo.loaded', projects: demoProjects.length }, 'demo content loaded')
  } catch (error) {
    // It keeps nobody from the product.
    log.warn(
      { event: 'demo.not-loaded', err: error },
      'demo content not loaded whole: the next start goes on',
    )
  }
}

/** As an owner would upload it: its files become uploads, which the blocks name. */
async function stored(context: AppContext, { blocks, ...facts }: DemoCaseStudy) {
  const json = JSON.stringify(blocks)
  const files = [...json.matchAll(/"([\w-]+\/[\w-]+\.(?:webp|mp4))"/g)].map(([, file = '']) => file)
  // All at once: one after the other would have AVIF files of the first ones made in between.
  const names = new Map<unknown, string>(
    await Promise.all(files.map(async (file) => [file, await upload(context, file)] as const)),
  )
  const named: Block[] = JSON.parse(json, (_, value) => names.get(value) ?? value)
  return { ...facts, blocks: named }
}

async function upload(context: AppContext, file: string): Promise<string> {
  const bytes = await readFile(join(directory, file))
  if (!file.endsWith('.mp4')) return addImage(context, bytes, 'image')
  const chunks = async function* () {
    yield bytes
  }
  return addVideo(context, { size: bytes.length, chunks })
}

/** The only pages of this site that a preview may frame, sandboxed. */
export const demo = new Hono<Env>().get('/:slug', async (c) => {
  // No input becomes a path.
  const project = demoProjects.find(({ slug }) => slug === c.req.param('slug'))
  if (!project) throw new Problem('unknown', 'There is no demo page at this URL.')
  const html = await readFile(join(directory, project.page), 'utf8')
  const styles = [...html.matchAll(/<style[^<>]*>([^<]*)<\/style>/g)]
  const hashes = styles.map(([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`)
  c.header(
    'Content-Security-Policy',
    `sandbox; default-src 'none'; style-src ${hashes.join(' ')}; img-src data:; frame-ancestors 'self'`,
  )
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cache-Control', 'public, max-age=3600')
  return c.html(html)
})
