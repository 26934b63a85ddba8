// What uploads need of the place where their files are stored: a directory or S3.
export interface Storage {
  /** For the operator: a path, or a URL without credentials. */
  readonly name: string
  /** @param piece first and last byte, both within the file @returns null where there is no such file. */
  get(key: string, piece?: Piece): Promise<Uint8Array<ArrayBuffer> | null>
  /** Durable when it resolves; the file is there whole or not at all. */
  put(key: string, content: FileContent, headers?: FileHeaders): Promise<void>
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

export interface FileHeaders {
  ContentType: string
  CacheControl: string
}

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

  constructor(message: string, about: { isAway: boolean; isFull?: boolean }) {
    super(message)
    this.isAway = about.isAway
    this.code = about.isFull ? 'ENOSPC' : 'EIO'
  }
}

/** Names of files that a crash may leave in a directory: drafts, and probes of the free space. */
export const temporary = /(^|\/)(.+\.tmp|\.space-[\da-f]{8})$/
