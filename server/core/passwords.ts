// Passwords at rest: argon2id in PHC form, checked in constant time, and equal work for accounts that do not exist.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '../../contract/problem.ts'

interface Parameters {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** OWASP Password Storage: 19 MiB, two passes. Raised here, every hash is renewed at its owner's next sign-in. */
const current: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
/** Bytes. */
const saltLength = 16
const tagLength = 32

/** Each hash takes a thread and 19 MiB for about 0.1 s: two at once leave the other threads to files and pictures. */
const mostAtOnce = 2
/** Who would wait longer than these is sent away at once instead of piling up (SECURITY.md, abuse case 44). */
const mostWaiting = 32

const derive = promisify(argon2)

/** @throws Problem 'unavailable' while too many others wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength)
  return phc(current, salt, await tag(password, salt, current, tagLength))
}

/**
 * Holds a password against a stored hash. Without one (no such account, or none chosen yet) the same work is done
 * against a hash that nothing matches, so that the time of the answer tells nothing (decision 67).
 * @throws Problem 'unavailable' while too many others wait.
 */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  const known = stored ? parse(stored) : undefined
  const { parameters, salt, wanted } = known ?? decoy
  const found = await tag(password, salt, parameters, wanted.length)
  return timingSafeEqual(found, wanted) && known !== undefined
}

/** The hash was made with other parameters than those of today. */
export function needsRehash(stored: string): boolean {
  const { parameters, wanted } = parse(stored) ?? decoy
  return (
    parameters.memory !== current.memory ||
    parameters.passes !== current.passes ||
    parameters.parallelism !== current.parallelism ||
    wanted.length !== tagLength
  )
}

const decoy = { parameters: current, salt: randomBytes(saltLength), wanted: randomBytes(tagLength) }

function phc({ memory, passes, parallelism }: Parameters, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Base64 without padding, as the PHC string format writes it. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(stored: string) {
  const match = form.exec(stored)
  if (!match) return undefined
  const [, memory, passes, parallelism, salt = '', wanted = ''] = match
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    wanted: Buffer.from(wanted, 'base64'),
  }
}

let running = 0
const waiting: (() => void)[] = []

async function tag(password: string, salt: Buffer, parameters: Parameters, length: number): Promise<Buffer> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting)
      throw new Problem('unavailable', 'The server is busy. Please try again in a moment.', { retryAfter: 2 })
    // Woken in the place of the one who leaves: `running` is handed over, not counted down and up.
    await new Promise<void>((wake) => waiting.push(wake))
  } else running += 1
  try {
    return await derive('argon2id', {
      // One spelling of an accented letter, whichever keyboard typed it (NIST SP 800-63B).
      message: Buffer.from(password.normalize('NFC'), 'utf8'),
      nonce: salt,
      ...parameters,
      tagLength: length,
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
