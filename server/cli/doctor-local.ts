// Checks of `npm run doctor` that need this machine alone: settings, disk, uploads, clock.
import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { type AppContext, clockTolerance } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { imageNames } from '../image-names.ts'
import { checkSpace, checkWritable } from '../images/free-space.ts'
import { checkDatabaseFile, checkInstallation, installationOf } from '../images/installation.ts'
import { type Finding, lineOf, ok, problem } from './finding.ts'

const MiB = 1024 * 1024
/** Bytes free below which the operator should act: some dozens of images and a log that grows. */
const littleSpace = 500 * MiB

export function checkSettings({ publicUrl, publicUrlGiven, throttle }: Config): Finding {
  const about = 'Settings'
  if (!publicUrlGiven)
    return problem(
      about,
      `PUBLIC_URL is not set, so links in emails lead to ${publicUrl}; set it to the URL that visitors use.`,
    )
  if (!throttle)
    return problem(about, 'THROTTLE is off, so passwords can be guessed without limits; remove it.')
  return ok(about, `readable, for ${publicUrl}`)
}

/** SQLite would create a file that is missing, and delete the write-ahead log next to an empty one. */
export function hasDatabase({ databaseUrl, dataDir }: Config): boolean {
  return (
    databaseUrl !== null ||
    (statSync(join(dataDir, 'portfolio.db'), { throwIfNoEntry: false })?.size ?? 0) > 0
  )
}

/** @param enough bytes that should be free */
export async function checkDisk(config: Config, enough = littleSpace): Promise<Finding> {
  const { dataDir } = config
  const about = 'Disk'
  if (!existsSync(dataDir))
    return problem(about, `DATA_DIR is ${dataDir}, which is missing; start the server once, or correct it.`)
  try {
    // A quota is not in the free space that the file system reports.
    for (const folder of [dataDir, join(dataDir, 'uploads')].filter((path) => existsSync(path))) {
      await checkWritable(folder)
      await checkSpace(folder, true)
    }
    await checkDatabaseFile(config)
  } catch (error) {
    return problem(about, lineOf(error, config))
  }
  if (!hasDatabase(config))
    return problem(about, `${dataDir} holds no database; start the server once, or correct DATA_DIR.`)
  const { bavail, bsize } = await statfs(dataDir)
  const free = `${Math.floor((bavail * bsize) / MiB)} MiB are free in ${dataDir}`
  return bavail * bsize < enough ? problem(about, `only ${free}; free space on its disk.`) : ok(about, free)
}

export async function checkStorage(context: AppContext): Promise<Finding> {
  const about = 'Storage'
  const { name, advice } = context.uploads
  if (!(await checkInstallation(context, imageNames)))
    return problem(about, `the database names images, but ${name} holds none. ${advice.missing}.`)
  const id = await installationOf(context.db)
  return id !== null && (await context.uploads.readInstallation()) !== id
    ? problem(
        about,
        `${name} does not have the installation id of the database. Start the server, which writes it, or correct the setting.`,
      )
    : ok(about, 'the uploads belong to the database')
}

/**
 * @param db PostgreSQL, which has a clock of its own, or null
 * @param published by the Date header of PUBLIC_URL; null when it did not respond
 */
export async function checkClock(now: Date, db: Database | null, published: Date | null): Promise<Finding> {
  const about = 'Clock'
  const others: [string, Date][] = published ? [['PUBLIC_URL', published]] : []
  if (db) {
    const { rows } = await sql<{ seconds: string }>`
      select extract(epoch from clock_timestamp()) as seconds`.execute(db)
    others.unshift(['the database', new Date(Number(rows[0]?.seconds) * 1000)])
  }
  for (const [name, time] of others) {
    const ahead = now.getTime() - time.getTime()
    if (Math.abs(ahead) > clockTolerance)
      return problem(
        about,
        `this clock is ${Math.round(Math.abs(ahead) / 1000)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of ${name}; synchronise both by NTP.`,
      )
  }
  const names = others.map(([name]) => name).join(' and ')
  return ok(about, names ? `agrees with ${names}` : 'not checked: there is no other clock to compare it with')
}
