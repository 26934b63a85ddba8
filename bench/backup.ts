// 10,000 messages, 10,000 projects and 500 images, backed up while the server writes and restored elsewhere.
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coverWidths, widthsFor } from '../contract/images.ts'
import { readConfig } from '../server/config.ts'
import { createContext } from '../server/create-context.ts'
import { migrate } from '../server/db/migrate.ts'
import { imageNames } from '../server/image-names.ts'
import { recordInstallation } from '../server/images/installation.ts'
import { newFolder } from '../server/images/variants.ts'
import { contentsOf, type Place } from '../tests/support/backup-contents.ts'
import { seed } from '../tests/support/seed.ts'
import { spawnServer, startServer } from '../tests/support/server-process.ts'
import { peakMiB } from './process-memory.ts'
import { figure } from './report.ts'

const counts = { items: 10_000, messages: 10_000, users: 100 }
const images = 500
/** Seconds. */
const goal = 60
/** MiB; 115 of them with ten rows and no image. Four times the images take no more. */
const memoryGoal = 250
const MiB = 1024 * 1024

export async function backup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  try {
    const place = { DATA_DIR: join(folder, 'data') }
    const copy = { DATA_DIR: join(folder, 'copy') }
    const file = join(folder, 'backup.tar')
    await fill(place)
    const server = await startServer({ ...place, DEMO_CONTENT: 'off', THROTTLE: 'off' })
    const writing = write(server.url)
    const busy = await timed('server/cli/backup.ts', file, place)
    const written = await writing.stop()
    report('backup while the server writes', busy)
    figure('messages acknowledged during it', String(written))
    // A backup is recorded in the audit trail of its source when it is complete, so it does not hold that record.
    const source = await contentsOf(place)
    report('backup', await timed('server/cli/backup.ts', file, place))
    figure('archive', `${Math.round((await stat(file)).size / MiB)} MiB`)
    await server.stop()
    report('restore', await timed('server/cli/restore.ts', file, copy))
    const differences = count(source, await contentsOf(copy))
    figure('differences', String(differences), { text: '0', met: differences === 0 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(place: Place): Promise<void> {
  const config = readConfig({ ...place })
  await mkdir(config.dataDir)
  const context = createContext(config)
  try {
    await context.uploads.check()
    await migrate(context.db)
    await recordInstallation(context, imageNames)
    await seed(context, counts)
    const rows = await context.db.selectFrom('items').select('id').limit(images).execute()
    for (const { id } of rows) {
      const image = newFolder(1600, 1200)
      await context.uploads.store(image, cover())
      await context.db.updateTable('items').set({ image }).where('id', '=', id).execute()
    }
  } finally {
    await context.close()
  }
}

/** As large as the files of a photograph, and as hard to compress. */
function cover(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  for (const width of widthsFor(1600, coverWidths))
    for (const [format, bytesPerPixel] of [
      ['webp', 0.12],
      ['avif', 0.08],
    ] as const)
      files.set(`${width}.${format}`, randomBytes(Math.round(width * width * 0.75 * bytesPerPixel)))
  return files
}

interface Run {
  seconds: number
  peak: number
}

async function timed(script: string, file: string, place: Place): Promise<Run> {
  const began = performance.now()
  const command = await spawnServer({ ...place }, [
    process.execPath,
    join(import.meta.dirname, '..', script),
    file,
  ])
  let code: number | null = null
  const peak = await peakMiB(command.pid, async () => {
    code = await command.ended
  })
  if (code !== 0) throw new Error(command.output())
  return { seconds: (performance.now() - began) / 1000, peak }
}

function report(name: string, { seconds, peak }: Run): void {
  figure(`${name}: time`, `${seconds.toFixed(1)} s`, { text: `under ${goal} s`, met: seconds < goal })
  figure(`${name}: peak memory`, `${peak} MiB`, { text: `under ${memoryGoal} MiB`, met: peak < memoryGoal })
}

/** Sends messages one after the other until it is stopped. */
function write(url: string): { stop(): Promise<number> } {
  let stopped = false
  const run = async () => {
    let acknowledged = 0
    while (!stopped) {
      const message = { name: 'V', email: 'v@example.org', subject: 'S', message: `Number ${acknowledged}` }
      const response = await fetch(`${url}/contacts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
      })
      await response.arrayBuffer()
      if (response.status === 201) acknowledged++
    }
    return acknowledged
  }
  const running = run()
  return {
    stop() {
      stopped = true
      return running
    },
  }
}

type Contents = Awaited<ReturnType<typeof contentsOf>>

/** Rows and files that only one of the two has. */
function count(one: Contents, other: Contents): number {
  const all = ({ rows, files }: Contents) =>
    new Set([
      ...Object.entries(rows).flatMap(([table, lines]) => lines.map((line) => `${table} ${line}`)),
      ...Object.entries(files).map(([file, checksum]) => `${file} ${checksum}`),
    ])
  return all(one).symmetricDifference(all(other)).size
}
