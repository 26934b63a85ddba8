// The demo: ten projects loaded into an empty database, and the small pages that their previews show.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoProjects } from '../../content/demo/projects.ts'
import { Problem } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import { root } from '../root.ts'
import { addItem } from './items.ts'
import { orderByAge } from './own-order.ts'

const folder = join(root, 'content/demo')
/** Marks a database whose demo was loaded, so that projects that the owner deletes are not loaded again. */
const marker = 'demo-content'

/**
 * Loads the demo projects by the same code as an upload, unless there are or were projects. After a crash it continues at
 * the next start. Two instances may load at once: names are unique.
 */
export async function loadDemo(context: AppContext): Promise<void> {
  const { config, db, log } = context
  if (!config.demoContent) return
  const state = await db.selectFrom('settings').select('value').where('name', '=', marker).executeTakeFirst()
  if (state?.value === 'loaded') return
  if (!state) {
    if (await db.selectFrom('items').select('id').limit(1).executeTakeFirst()) return
    await db
      .insertInto('settings')
      .values({ name: marker, value: 'loading' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }
  await Promise.all(
    demoProjects.map(async (project) => {
      const image = await readFile(join(folder, project.cover))
      await addItem(context, {
        pname: project.name,
        purl: `${config.publicUrl}/demo/${project.slug}`,
        categories: [...project.categories],
        status: 'published',
        createdAt: project.createdAt,
        image,
      }).catch((error) => {
        if (!(error instanceof Problem && error.code === 'duplicate')) throw error
      })
    }),
  )
  await orderByAge(context)
  await db.updateTable('settings').set({ value: 'loaded' }).where('name', '=', marker).execute()
  log.info({ event: 'demo.loaded', projects: demoProjects.length }, 'demo content loaded')
}

export interface DemoPage {
  html: string
  /** The hashes of its style elements, for its Content-Security-Policy. */
  styleHashes: string[]
}

/** The page of a demo project; null for any other name, so that no input becomes a path. */
export async function readDemoPage(slug: string): Promise<DemoPage | null> {
  const project = demoProjects.find((known) => known.slug === slug)
  if (!project) return null
  const html = await readFile(join(folder, project.page), 'utf8')
  const styles = [...html.matchAll(/<style[^<>]*>([^<]*)<\/style>/g)]
  const styleHashes = styles.map(
    ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  )
  return { html, styleHashes }
}
