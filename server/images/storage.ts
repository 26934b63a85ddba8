// What uploads need of the place where their files are stored, S3 (s3.ts) or a directory of this machine. Files of a directory are
// written so that a crash leaves the old or the new one.
import { randomBytes } from 'node:crypto'
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface Storage {
  /** For the operator: a path, or a URL without credentials. */
  readonly name: string
  /** @param piece first and last byte, both within the file @returns null where there is no such file. */
  get(key: string, piece?: Piece): Promise<Uint8Array<ArrayBuffer> | null>
  /** Durable when it resolves; the file is there whole or not at all. */
  put(key: string, content: FileContent): Promise<void>
  /** Also where there is no such file. */
  delete(key: string): Promise<void>
  /** @param prefix `ID/`, or nothing for all files */
  list(prefix: string): AsyncIterable<{ key: string; modified: Date }>
  /**
   * Throws while files cannot be written.
   * @param isDoubted a write has failed for lack of space, so a probe is written.
   */
  check(isDoubted: boolean): Promise<void>
}

export interface Piece {
  start: number
  end: number
}

/** The bytes, or a file that is too large to be held in memory: exactly as many as its size. */
export type FileContent = Uint8Array | { size: number; chunks(): AsyncIterable<Uint8Array> }

/**
 * Storage that cannot be used: it does not respond, rejects what this product requests, or belongs to another database. The
 * message is a line for the operator that says what to do, without credentials.
 */
export class StorageError extends Error {
  /** It does not respond, or fails: it may be back soon. Otherwise an operator has to change something. */
  readonly isAway: boolean
  /** As errors of the file system have both: `isFull` and `isStorageUnusable` know them by these. */
  readonly code: 'EIO' | 'ENOSPC'
  readonly syscall = 'request'

  constructor(message: string, state: 'away' | 'full' | 'unusable') {
    super(message)
    this.isAway = state === 'away'
    this.code = state === 'full' ? 'ENOSPC' : 'EIO'
  }
}

/** Names of files that a crash may leave in a directory: drafts, and probes of the free space. */
export const temporary = /(^|\/)(.+\.tmp|\.space-[\da-f]{8})$/

export class Directory implements Storage {
  readonly name: string

  /** @param name its path */
  constructor(name: string) {
    this.name = name
  }

  async get(key: string, piece?: Piece): Promise<Uint8Array<ArrayBuffer> | null> {
    const path = join(this.name, key)
    if (!piece) return readFile(path).catch(ifMissing(null))
    await using file = await open(path).catch(ifMissing(null))
    if (!file) return null
    const bytes = new Uint8Array(piece.end - piece.start + 1)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, piece.start)
    return bytes.slice(0, bytesRead)
  }

  async put(key: string, content: FileContent): Promise<void> {
    const path = join(this.name, key)
    if (key.includes('/') && (await makeDirectory(dirname(path)))) await syncDirectory(this.name)
    // A name that no other process uses. Not the process id: in containers all may have the same.
    const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
    try {
      const bytes = content instanceof Uint8Array ? content : content.chunks()
      await writeFile(draft, bytes, { mode: 0o600, flush: true })
      await rename(draft, path)
      await syncDirectory(dirname(path))
    } catch (error) {
      await this.delete(`${key}${draft.slice(path.length)}`)
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    await rm(join(this.name, key), { force: true })
    // That of an image goes with its last file.
    if (key.includes('/')) await rmdir(dirname(join(this.name, key))).catch(() => {})
  }

  async *list(prefix: string): AsyncGenerator<{ key: string; modified: Date }> {
    const entries = await readdir(join(this.name, prefix), { withFileTypes: true }).catch(ifMissing([]))
    for (const entry of entries) {
      const key = `${prefix}${entry.name}`
      if (entry.isDirectory() && prefix === '') yield* this.list(`${key}/`)
      else if (entry.isFile()) {
        const found = await stat(join(this.name, key)).catch(ifMissing(null))
        if (found) yield { key, modified: found.mtime }
      }
    }
  }

  async check(isDoubted: boolean): Promise<void> {
    await makeDirectory(this.name)
    await checkSpace(this.name, isDoubted)
    await this.put('.check', new Uint8Array())
  }
}

/**
 * Creates a directory unless it exists. Never its parents: where DATA_DIR or a disk was moved away, none may be created in its place.
 * @returns whether it was made
 */
export async function makeDirectory(path: string): Promise<boolean> {
  return mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )
}

/** Bytes; with more than this free, no probe is written. */
const plenty = 16 * 1024 * 1024
/** Bytes of the probe: more than one request stores in the database. */
const needed = 128 * 1024

/**
 * Whether a directory can be written and has space for what one request stores. The free space that a file system reports
 * ignores quotas, so a probe is written when it is low.
 * @param isDoubted a write has failed, so a probe is written in any case.
 * @throws the error of the file system when there is no space, or files may not be created.
 */
export async function checkSpace(directory: string, isDoubted: boolean): Promise<void> {
  await access(directory, constants.W_OK | constants.X_OK)
  const { bavail, bsize } = await statfs(directory)
  if (!isDoubted && bavail * bsize >= plenty) return
  const path = join(directory, `.space-${randomBytes(4).toString('hex')}`)
  try {
    await writeFile(path, randomBytes(needed), { flag: 'wx', mode: 0o600, flush: true })
  } finally {
    await rm(path, { force: true })
  }
}

/** For `catch`: the value for a file or directory that does not exist. */
export function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value
    throw error
  }
}

/** Call it after a rename: what the directory says is on the disk when this resolves. */
export async function syncDirectory(path: string): Promise<void> {
  await using directory = await open(path, 'r')
  await directory.sync()
}
