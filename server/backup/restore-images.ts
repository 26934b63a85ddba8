// Stores the images of an archive, a few at a time, each whole or not at all.
import type { Uploads } from '../images/uploads.ts'
import { bytesOf, entriesOf } from './archive-reader.ts'
import { ArchiveRejected } from './rejected.ts'
import type { VerifiedArchive } from './verify-archive.ts'

/** At a time; each waits for the disk most of the time. */
const parallel = 4
/** Bytes of all files of an image, which are in memory together. */
const maxImageBytes = 64 * 1024 * 1024

/** @returns the images that are stored now. */
export async function restoreImages(archive: VerifiedArchive, uploads: Uploads): Promise<Set<string>> {
  const deleted = new Set(archive.summary.deletedImages)
  const stored = new Set<string>()
  const storing = new Set<Promise<void>>()
  const failures: unknown[] = []
  try {
    for await (const { folder, files } of imagesOf(archive)) {
      if (deleted.has(folder)) continue
      stored.add(folder)
      const one: Promise<void> = uploads
        .store(folder, files)
        .catch((error) => void failures.push(error))
        .finally(() => storing.delete(one))
      storing.add(one)
      if (storing.size >= parallel) await Promise.race(storing)
      if (failures.length > 0) break
    }
  } finally {
    // Also after a failure: what goes on writing could not be undone.
    await Promise.all(storing)
  }
  if (failures.length > 0) throw failures[0]
  return stored
}

async function* imagesOf(
  archive: VerifiedArchive,
): AsyncGenerator<{ folder: string; files: Map<string, Uint8Array> }> {
  let folder = ''
  let files = new Map<string, Uint8Array>()
  let size = 0
  for await (const entry of entriesOf(archive.file)) {
    const { place } = entry
    if (place.kind === 'manifest') continue
    if (place.kind !== 'image') break
    if (place.folder !== folder) {
      if (files.size > 0) yield { folder, files }
      folder = place.folder
      files = new Map()
      size = 0
    }
    const bytes = await bytesOf(entry.chunks)
    size += bytes.byteLength
    if (size > maxImageBytes) throw new ArchiveRejected(`the image ${folder} in it is too large`)
    checkUnchanged(archive, entry)
    files.set(place.name, bytes)
  }
  if (files.size > 0) yield { folder, files }
}

/** @throws ArchiveRejected when an entry, read to its end, is not what it was when the archive was verified. */
export function checkUnchanged(
  { checksums }: VerifiedArchive,
  { path, checksum }: { path: string; checksum(): string },
): void {
  if (checksums.get(path) !== checksum())
    throw new ArchiveRejected(`it was changed while it was restored: ${path}`)
}
