// Password hashes: argon2id in PHC form, compared in constant time, with the same work for accounts that do not exist.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Limiter } from '../http/limiter.ts'

export interface HashParameters {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** OWASP Password Storage: 19 MiB, two passes. */
const owasp: HashParameters = { memory: 19_456, passes: 2, parallelism: 1 }
/** Bytes. */
const saltLength = 16
const tagLength = 32

/** Each hash takes a thread and 19 MiB for about 0.1 s: two at once leave the other threads to files. */
const limits = {
  running: 2,
  waiting: 32,
  // On a slow machine, too, the response comes before the connection counts as silent (http-server.ts).
  maxWait: 15_000,
  message: 'The server is busy. Please try again in a moment.',
  retryAfter: 2,
}

const derive = promisify(argon2)

/** Computes and checks hashes, two at a time. One for each app. */
export class PasswordHasher {
  readonly #limiter = new Limiter(limits)
  readonly #parameters: HashParameters
  /** No password matches it. */
  readonly #decoy: StoredHash

  constructor(parameters: HashParameters = owasp) {
    this.#parameters = parameters
    this.#decoy = { parameters, salt: randomBytes(saltLength), wanted: randomBytes(tagLength) }
  }

  /** @throws Problem 'unavailable' while too many others wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltLength)
    return phc(this.#parameters, salt, await this.#tag(password, salt, this.#parameters, tagLength))
  }

  /**
   * Checks a password against a stored hash. Without one (no such account, or none chosen yet) the same work is done
   * against a hash that no password matches, so that the response time reveals nothing.
   * @throws Problem 'unavailable' while too many others wait.
   */
  async matches(password: string, stored: string | null | undefined): Promise<boolean> {
    const known = stored ? parse(stored) : undefined
    const { parameters, salt, wanted } = known ?? this.#decoy
    const found = await this.#tag(password, salt, parameters, wanted.length)
    return timingSafeEqual(found, wanted) && known !== undefined
  }

  #tag(password: string, salt: Buffer, parameters: HashParameters, length: number): Promise<Buffer> {
    // One spelling of an accented letter, whichever keyboard typed it (NIST SP 800-63B).
    const message = Buffer.from(password.normalize('NFC'), 'utf8')
    return this.#limiter.run(() =>
      derive('argon2id', { message, nonce: salt, ...parameters, tagLength: length }),
    )
  }
}

function phc({ memory, passes, parallelism }: HashParameters, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Base64 without padding, as the PHC string format writes it. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '')
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

interface StoredHash {
  parameters: HashParameters
  salt: Buffer
  wanted: Buffer
}

function parse(stored: string): StoredHash | undefined {
  const match = form.exec(stored)
  if (!match) return undefined
  const [, memory, passes, parallelism, salt = '', wanted = ''] = match
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    wanted: Buffer.from(wanted, 'base64'),
  }
}
