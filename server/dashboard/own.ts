// "Make it yours": what of the site is still the demo's, by comparing the content with the installed one.
import type * as z from 'zod/mini'
import { type changeOwn, type OwnLine, ownLines } from '../../contract/dashboard.ts'
import type { DashboardHome } from '../../contract/responses/dashboard.ts'
import { isRegistrationChosen } from '../accounts/registration.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { readJson, writeSetting } from '../db/settings.ts'
import { demoProjectsIn } from '../projects/demo.ts'
import { iso } from '../time.ts'

interface Stored {
  /** ISO 8601 UTC. */
  awaySince: string | null
  isLegalRefused: boolean
  isOver: boolean
}

const setting = 'own'

async function readStored(db: Database): Promise<Stored> {
  const stored = await readJson<Partial<Stored>>(db, setting)
  return { awaySince: null, isLegalRefused: false, isOver: false, ...stored }
}

/** Null once everything was the owner's. */
export async function readOwn(
  context: AppContext,
  { mail, backup }: Pick<DashboardHome, 'mail' | 'backup'>,
): Promise<DashboardHome['own']> {
  const { awaySince, isLegalRefused, isOver } = await readStored(context.db)
  if (isOver) return null
  const site = await context.site.current()
  const [demo, { sections }, isChosen] = await Promise.all([
    demoProjectsIn(context.db),
    site.home(),
    isRegistrationChosen(context.db),
  ])
  const { content: now } = site
  const { content: installed } = context.site.defaults
  const differs = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)
  const teaser = sections.find((one) => one.section === 'teaser')
  const images = teaser?.section === 'teaser' ? [teaser.image, ...teaser.slides] : []
  const isOwn: Record<OwnLine, boolean> = {
    name: now.name.brand !== installed.name.brand && now.name.owner !== installed.name.owner,
    role: now.hero.line !== installed.hero.line && differs(now.stats, installed.stats),
    portrait: now.about.portrait !== installed.about.portrait,
    services:
      differs(now.services.list, installed.services.list) ||
      !sections.some(({ section }) => section === 'services'),
    // About shows them even where Home does not.
    skills: differs(now.skills.list, installed.skills.list),
    about: now.about.text !== installed.about.text,
    images: images.every((image) => image === null || image.src.startsWith('/uploads/')),
    projects: demo.length === 0,
    // That it fails is a thing to do, with the reason.
    email: mail.configured,
    backups: backup.interval !== 'off',
    legal: isLegalRefused || now.legal.imprint !== '' || now.legal.privacy !== '',
    registration: isChosen,
  }
  return { done: ownLines.filter((line) => isOwn[line]), awaySince, demo: demo.map(({ name }) => name) }
}

export async function saveOwn(
  context: AppContext,
  { change }: z.output<typeof changeOwn.body>,
): Promise<void> {
  const changes: Record<typeof change, Partial<Stored>> = {
    'put-away': { awaySince: iso(context) },
    show: { awaySince: null },
    'no-legal-pages': { isLegalRefused: true },
    finish: { isOver: true },
  }
  const stored = await readStored(context.db)
  await writeSetting(context.db, setting, JSON.stringify({ ...stored, ...changes[change] }))
}
