// DATA_DIR: created if missing, writable, private, and used by one server process at a time.
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from './config.ts'

/** Milliseconds that a start waits for the process before it to end. */
const lockTimeout = 1_000
/** What this product creates in DATA_DIR; the mode of anything else is not changed. */
const ours =
  /^(portfolio\.db[-.\w]*|restore\.tmp|backup-[\da-f]+\.tmp|server\.lock|mail\.key[.\w]*|uploads|outbox|backups)$/

/**
 * Creates the folder if it is missing and makes its content readable for its owner only: the database holds messages and
 * password hashes, the outbox reset links.
 * @throws ConfigError when it cannot be used
 */
export function prepareDataDir(dataDir: string): void {
  process.umask(0o077)
  try {
    makeDirectories(dataDir)
    // With the dot, a file is none.
    accessSync(`${dataDir}/.`, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Reading works without space: the start fails only where the database cannot be opened, as SQLite without 32 KiB.
    if (code === 'ENOSPC' || code === 'EDQUOT') return
    throw new ConfigError(
      `DATA_DIR is ${dataDir}, which cannot be used as a folder (${message}); change its owner, or name another one.`,
    )
  }
  tighten(dataDir)
}

/** One by one: with `recursive` Node never returns where a folder exists but accepts no new ones, as /proc. */
function makeDirectories(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) return
  makeDirectories(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process that starts at the same moment has made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Closes what is ours, as after a copy by hand. Below a closed folder no file can be reached, whatever its own mode is. DATA_DIR
 * itself may be shared on purpose, but nobody else may put another file in the place of one of ours.
 */
function tighten(dataDir: string): void {
  const names = readdirSync(dataDir).filter((name) => ours.test(name))
  const { mode } = statSync(dataDir)
  // In a sticky folder, as /tmp, only the owner of a file can replace it.
  if (names.length > 0 && (mode & 0o1000) === 0) close(dataDir, mode & 0o755)
  for (const path of names.map((name) => join(dataDir, name))) {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found && !found.isSymbolicLink()) close(path, found.mode & 0o700)
  }
}

function close(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch {
    // It belongs to another user, or is gone: the journal of a database comes and goes.
  }
}

/**
 * Locks a SQLite DATA_DIR for this process: two would send every email twice and have caches that do not see each other's
 * changes. The lock is the operating system's, by an open SQLite transaction on a separate empty file, so it ends with the
 * process however that ends, and commands next to the server can still use the database.
 * @param advice what to do when another process holds it
 * @returns a function that releases it
 * @throws ConfigError while another process holds it
 */
export function lockDataDir(dataDir: string, advice = 'stop that one or name another folder.'): () => void {
  let database: DatabaseSync | undefined
  try {
    const opened = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: lockTimeout })
    database = opened
    // Without a journal nothing is written: the lock needs no disk space.
    opened.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return () => opened.close()
  } catch (error) {
    database?.close()
    const { errcode = 0, message } = error as { errcode?: number; message: string }
    throw new ConfigError(
      (errcode & 0xff) === 5
        ? `DATA_DIR is ${dataDir}, which another server process uses; ${advice}`
        : `DATA_DIR is ${dataDir}, whose server.lock cannot be opened for writing (${message}); change its owner, or remove it while no server runs.`,
    )
  }
}
