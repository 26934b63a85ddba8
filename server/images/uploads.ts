// The storage of image files, and the names in it. A folder of this machine and object storage have the same layout, so
// that one can be copied to the other.
export interface StoredImage {
  folder: string
  files: string[]
  /** When the image, or the last of its files, was stored. */
  madeAt: Date
}

/** What an operator can do, as parts of sentences. */
export interface UploadsAdvice {
  /** Where images of the database are missing: "Mount or restore it". */
  missing: string
  /** To start with a database that does not know these images: "move that folder away". */
  foreign: string
  /** What a restore needs: "an empty folder: name another DATA_DIR". */
  occupied: string
}

/** The content of a file, or where browsers load it from instead. */
export type UploadedFile = { bytes: Uint8Array<ArrayBuffer> } | { url: string }

/** Where it cannot be used, all of these reject with an error that `isStorageUnusable` or `isFull` recognises. */
export interface Uploads {
  /** For the operator: a path, or a URL without credentials. */
  readonly name: string
  readonly advice: UploadsAdvice
  /** Origin of the URLs that `open` returns; null where it returns none. */
  readonly publicOrigin: string | null
  /** Id of the installation that stores here; null before it is known, and while a backup is restored. */
  owner: string | null
  /** Writes all files of a new image, durably, or none. Throws while these uploads have no id, or not that of `owner`. */
  store(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>
  /** Adds one file to an image that exists. @returns false once the image is gone. */
  add(folder: string, name: string, bytes: Uint8Array): Promise<boolean>
  read(folder: string, name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /**
   * As `read`, for a visitor.
   * @param client as for a `Limiter`
   * @throws Problem 'unavailable' when too many are being read.
   */
  open(folder: string, name: string, client: string | null): Promise<UploadedFile | null>
  /** Removes an image for good. */
  drop(folder: string): Promise<void>
  /** Moves an image to the trash; see `restore` and `emptyTrash`. */
  discard(folder: string, now: Date): Promise<void>
  /** Restores images from the trash. @returns those that were there. */
  restore(folders: Iterable<string>): Promise<string[]>
  /** Removes what was moved to the trash on a day (UTC) that was over at this time. */
  emptyTrash(before: Date): Promise<void>
  /** Images, their files and when each was made, for the cleanup job. */
  list(): AsyncIterable<StoredImage>
  /** Removes half-written files that were last modified before this time. @returns how many. */
  dropLeftovers(before: Date): Promise<number>
  /** Which database these images belong to (installation.ts); null before the first start. */
  readInstallation(): Promise<string | null>
  writeInstallation(id: string): Promise<void>
  /**
   * Throws while images cannot be written.
   * @param isDoubted a write has failed for lack of space, so a probe is written.
   */
  check(isDoubted?: boolean): Promise<void>
  /** What works, step by step, for the doctor. Throws at the first that does not. */
  examine(): AsyncIterable<string>
}

/**
 * Object storage that cannot be used: it does not respond, or rejects what this product requests. The message is a line for
 * the operator that says what to do, without credentials.
 */
export class StorageError extends Error {
  /** It does not respond, or fails: it may be back soon. Otherwise an operator has to change something. */
  readonly isAway: boolean
  /** As errors of the file system have both: `isFull` and `isStorageUnusable` know them by these. */
  readonly code: 'EIO' | 'ENOSPC'
  readonly syscall = 'request'

  constructor(message: string, about: { isAway: boolean; isFull?: boolean }) {
    super(message)
    this.isAway = about.isAway
    this.code = about.isFull ? 'ENOSPC' : 'EIO'
  }
}

// Generated names only: nothing from outside ever becomes part of a path.
export const fileName = /^\d{1,5}\.(webp|avif)$/
/** It has one folder for each day, so that the operator sees when an image was moved there. Never served. */
export const trash = 'trash'
export const trashDay = /^\d{4}-\d\d-\d\d$/
export const installation = '.installation-id'

/** Other uploads would hold images that are not found after a correction. @throws StorageError */
export async function checkOwner(
  uploads: Pick<Uploads, 'name' | 'owner' | 'readInstallation'>,
): Promise<void> {
  const stored = await uploads.readInstallation()
  if (stored === null || (uploads.owner !== null && stored !== uploads.owner))
    throw new StorageError(`${uploads.name} does not have the ${installation} of this database.`, {
      isAway: false,
    })
}

/** Names are random, and files are never changed. */
export function imageHeaders(name: string): { type: string; caching: string } {
  return {
    type: name.endsWith('.avif') ? 'image/avif' : 'image/webp',
    caching: 'public, max-age=31536000, immutable',
  }
}

/** Milliseconds. */
const dayTime = 24 * 60 * 60_000

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** @param day as `dayOf` names it */
export function isOver(day: string, time: Date): boolean {
  return Date.parse(day) + dayTime <= time.getTime()
}

export function safe(pattern: RegExp, name: string): string {
  if (!pattern.test(name)) throw new Error('a name that was not generated here')
  return name
}
