// Reads an archive from beginning to end before anything of it is restored.

import { type Entry, entriesOf, textOf } from './archive-reader.ts'
import { checksumsPath, summaryPath } from './contents.ts'
import { type Manifest, parseManifest, parseSummary, type Summary } from './manifest.ts'
import { ArchiveRejected } from './rejected.ts'
import { rowsIn } from './rows.ts'

export interface VerifiedArchive {
  file: string
  manifest: Manifest
  summary: Summary
  /** SHA-256 by path. */
  checksums: ReadonlyMap<string, string>
}

/** @throws ArchiveRejected unless every byte is what it was when the archive was written. */
export async function verifyArchive(file: string): Promise<VerifiedArchive> {
  let manifest: Manifest | null = null
  let summary: Summary | null = null
  let listed: string | null = null
  const checksums = new Map<string, string>()
  const rows: Record<string, number> = {}
  const folders = new Set<string>()
  let folder = ''
  for await (const entry of entriesOf(file)) {
    const { place } = entry
    if (place.kind === 'manifest') manifest = parseManifest(await textOf(entry))
    else if (place.kind === 'summary') summary = parseSummary(await textOf(entry))
    else if (place.kind === 'table') rows[place.table] = await countRows(entry)
    else if (place.kind === 'checksums') listed = await textOf(entry)
    else if (place.kind === 'image') {
      if (place.folder !== folder && folders.has(place.folder))
        throw new ArchiveRejected(`${entry.path} is out of place`)
      folder = place.folder
      folders.add(folder)
    }
    for await (const _ of entry.chunks);
    if (place.kind !== 'checksums') checksums.set(entry.path, entry.checksum())
  }
  if (manifest === null) throw new ArchiveRejected('it is no backup of this product: it is empty')
  if (summary === null || listed === null)
    throw new ArchiveRejected(`it is cut off: ${summary === null ? summaryPath : checksumsPath} is missing`)
  compare(checksums, listed)
  if (folders.size !== summary.images) throw new ArchiveRejected('it is damaged: it lacks images')
  compareCounts(rows, summary)
  return { file, manifest, summary, checksums }
}

async function countRows({ chunks }: Entry): Promise<number> {
  let count = 0
  for await (const rows of rowsIn(chunks)) count += rows.length
  return count
}

/** @param listed as `sha256sum` writes them, each line for one entry in their order */
function compare(checksums: ReadonlyMap<string, string>, listed: string): void {
  const lines = listed.split('\n')
  for (const [path, checksum] of checksums)
    if (lines.shift() !== `${checksum}  ${path}`)
      throw new ArchiveRejected(`it is damaged: ${path} is not as it was written`)
  if (lines.join('\n') !== '') throw new ArchiveRejected('it is damaged: an entry is missing')
}

function compareCounts(rows: Record<string, number>, summary: Summary): void {
  const tables = new Set([...Object.keys(rows), ...Object.keys(summary.rows)])
  for (const table of tables)
    if (rows[table] !== summary.rows[table])
      throw new ArchiveRejected(`it is damaged: it lacks rows of ${table.slice(0, 100)}`)
}
