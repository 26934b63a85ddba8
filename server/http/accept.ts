// Reads the body of a request within limits of size and time, and validates it by its call. An error names each invalid field.
// What nobody reads of a body is discarded before the response is sent.
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type * as z from 'zod/mini'
import type { Call } from '../../contract/call.ts'
import { maxAtOnce } from '../../contract/limits.ts'
import { isId } from '../../contract/paging.ts'
import { Problem } from '../../contract/problem.ts'
import type { Env } from './env.ts'
import { tooLarge } from './errors.ts'

/** Bytes of a JSON body: names, an email address, three passwords of 128 characters, however they are escaped. */
const fewFields = 8 * 1024

/**
 * Bytes of a JSON body with so many characters of text: one outside the Basic Multilingual Plane takes twelve when it is
 * escaped. The rest is for the names of the fields.
 */
export function textBytes(characters: number): number {
  return characters * 12 + 4 * 1024
}

/** The ids of a bulk call; each has 24 characters. */
export const idListBytes = textBytes(maxAtOnce * 24)

/** The end of the response to a bulk call. @param skipped ids that name nothing any more */
export function skippedText(skipped: number): string {
  if (skipped === 0) return ''
  return skipped === 1
    ? ' 1 was skipped: it no longer exists.'
    : ` ${skipped} were skipped: they no longer exist.`
}

const decoder = new TextDecoder()

export type Sent<C extends Call> = C['body'] extends z.ZodMiniType ? z.output<C['body']> : undefined
type QueryOf<C extends Call> = C['query'] extends z.ZodMiniType ? z.output<C['query']> : undefined

/** The normalised query of a call, the same for handlers and cache keys. @throws Problem 'invalid' */
export function parseQuery<C extends Call>(c: Context<Env>, call: C): QueryOf<C> {
  return check(call.query, Object.assign(Object.create(null), c.req.query())) as QueryOf<C>
}

interface Received<C extends Call> {
  in: { query: unknown; json: unknown }
  out: { query: QueryOf<C>; json: Sent<C> }
}

/**
 * The query of a call and its JSON body; read them with `c.req.valid`. Without fields no body is read, but its content type
 * must be JSON like that of any other.
 * @param maxBytes needed for calls with long texts or many ids.
 */
export function accept<C extends Call>(
  call: C,
  maxBytes = fewFields,
): MiddlewareHandler<Env, string, Received<C>> {
  return async (c, next) => {
    if (call.query) c.req.addValidatedData('query', parseQuery(c, call) as object)
    const isTyped = call.method !== 'GET' && c.req.header('content-type') !== undefined
    if (call.body || isTyped) requireType(c, 'application/json')
    if (call.body) {
      const valid = check(call.body, await json(c, maxBytes))
      // A slow body arrives for seconds: by now the account may be deleted, or an admin's no longer.
      await c.var.checkAgain?.()
      c.req.addValidatedData('json', valid as object)
    }
    return next()
  }
}

export function requireType(c: Context<Env>, type: string): void {
  const sent = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (sent !== type || (c.req.header('content-encoding') ?? 'identity') !== 'identity')
    throw new Problem('wrong-type', `Send this as ${type}.`)
}

/** @throws Problem with the first error as its message, and the first error of each field. */
export function check(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = Object.create(null)
  for (const issue of result.error.issues) {
    const field = fieldOf(issue.path)
    if (field && !fields[field]) fields[field] = issue.message
  }
  const message = Object.values(fields)[0] ?? 'The request is not complete.'
  throw new Problem('invalid', message, Object.keys(fields).length > 0 ? { fields } : {})
}

/** A field of an object within the body by its whole path, `content.skills.list.0.name`; an entry of a list as the list. */
function fieldOf(path: readonly PropertyKey[]): string {
  return typeof path[1] === 'string' ? path.join('.') : String(path[0] ?? '')
}

/** The id in a path. @throws Problem 'unknown' for a text that is no id. */
export function idOf(c: Context<Env>): string {
  const id = c.req.param('id') ?? ''
  if (!isId(id)) throw new Problem('unknown', 'There is nothing with this id.')
  return id
}

/** Milliseconds until a body in memory must have arrived. */
const arriveWithin = 10_000
/** Milliseconds for which a body that nobody reads is waited for. */
const discardFor = 15_000

/**
 * @throws Problem as `chunksOf`; 'timed-out'; 'invalid' for what is no JSON. What was not read is left to `discardBody`.
 */
async function json(c: Context<Env>, maxBytes: number): Promise<unknown> {
  const { incoming } = c.env
  const late = Promise.withResolvers<never>()
  using _timer = setTimeout(() => {
    late.reject(new Problem('timed-out', 'The request took too long to arrive. Please try again.'))
  }, arriveWithin)
  const chunks = incoming ? Array.fromAsync(chunksOf(incoming, maxBytes)) : []
  const body = Buffer.concat(await Promise.race([chunks, late.promise]))
  try {
    return JSON.parse(decoder.decode(body))
  } catch (cause) {
    throw new Problem('invalid', 'The request is not valid JSON.', { cause })
  }
}

/** @throws Problem 'too-large'; 'invalid' when the client disconnects */
export async function* chunksOf(incoming: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  let size = 0
  try {
    // A destroyed stream would close the connection before the response.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    if (!incoming.errored) throw error
    throw new Problem('invalid', 'The request ended before its body did.', { cause: error })
  }
}

/**
 * Most clients read a response only after they have sent everything, and report a network error when the connection is
 * closed before that. So the rest of a body is read and discarded first, and the connection can be reused. Slow clients get
 * their response after some seconds, and lose the connection.
 */
export const discardBody = createMiddleware<Env>(async (c, next) => {
  await next()
  const incoming = c.env?.incoming
  if (!incoming || incoming.complete || incoming.destroyed) return
  const isSlow = c.error instanceof Problem && c.error.code === 'timed-out'
  if (!isSlow) {
    incoming.resume()
    await finished(incoming, { signal: AbortSignal.timeout(discardFor), cleanup: true }).catch(() => {})
  }
  if (!incoming.complete) c.header('Connection', 'close')
})
