// Holds a request against its call: the right content type, size and fields, or a refusal that names each fault.
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod/mini'
import type { Call } from '../../contract/call.ts'
import { Problem } from '../../contract/problem.ts'
import type { Env } from './env.ts'
import { tooLarge } from './failure.ts'

const jsonBytes = 256 * 1024
/** Room for the fields and boundaries around a file. */
const multipartSlack = 64 * 1024

type Sent<C extends Call> = C['body'] extends z.ZodMiniType ? z.output<C['body']> : undefined
type Asked<C extends Call> = C['query'] extends z.ZodMiniType ? z.output<C['query']> : undefined

/** The query of a call; read it with `c.req.valid('query')`. */
export function acceptQuery<C extends Call>(
  call: C,
): MiddlewareHandler<Env, string, { in: { query: unknown }; out: { query: Asked<C> } }> {
  return async (c, next) => {
    c.req.addValidatedData(
      'query',
      check(call.query, Object.assign(Object.create(null), c.req.query())) as object,
    )
    return next()
  }
}

/** The JSON body of a call; read it with `c.req.valid('json')`. */
export function accept<C extends Call>(
  call: C,
): MiddlewareHandler<Env, string, { in: { json: unknown }; out: { json: Sent<C> } }> {
  const limit = bodyLimit({ maxSize: jsonBytes, onError: refuseSize })
  return async (c, next) => {
    requireType(c, 'application/json')
    return limit(c, async () => {
      c.req.addValidatedData('json', check(call.body, await json(c)) as object)
      await next()
    })
  }
}

/** A call without fields: nothing is read, but a body must be JSON like any other (decision 8). */
export const acceptNothing: MiddlewareHandler<Env> = async (c, next) => {
  if (c.req.header('content-type') !== undefined) requireType(c, 'application/json')
  return next()
}

export interface Upload {
  bytes: Uint8Array<ArrayBuffer>
}

/** Fields and at most one file of a multipart call; read them with `c.req.valid('form')`. */
export function acceptForm<C extends Call>(
  call: C,
  file: { field: string; maxBytes: number; tooLarge: string },
): MiddlewareHandler<
  Env,
  string,
  { in: { form: unknown }; out: { form: { fields: Sent<C>; file: Upload | null } } }
> {
  const limit = bodyLimit({ maxSize: file.maxBytes + multipartSlack, onError: () => refuseFile(file) })
  return async (c, next) => {
    requireType(c, 'multipart/form-data')
    return limit(c, async () => {
      const { fields, upload } = await form(c, file.field)
      if (upload && upload.size > file.maxBytes) refuseFile(file)
      const valid = check(call.body, fields)
      const bytes = upload ? new Uint8Array(await upload.arrayBuffer()) : null
      c.req.addValidatedData('form', { fields: valid, file: bytes ? { bytes } : null })
      await next()
    })
  }
}

function requireType(c: Context<Env>, type: string): void {
  const sent = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (sent !== type || (c.req.header('content-encoding') ?? 'identity') !== 'identity')
    throw new Problem('wrong-type', `Send this as ${type}.`)
}

function refuseSize(): never {
  throw tooLarge()
}

function refuseFile(file: { field: string; tooLarge: string }): never {
  throw new Problem('too-large', file.tooLarge, { fields: { [file.field]: file.tooLarge } })
}

async function json(c: Context<Env>): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('invalid', 'The request is not valid JSON.', { cause })
  }
}

async function form(c: Context<Env>, fileField: string) {
  let data: FormData
  try {
    data = await c.req.formData()
  } catch (cause) {
    throw new Problem('invalid', 'The form could not be read.', { cause })
  }
  // Without a prototype, so that no field name can reach one (SECURITY.md, abuse case 41).
  const fields: Record<string, unknown> = Object.create(null)
  for (const [name, value] of data) if (typeof value === 'string') fields[name] = value
  const upload = data.get(fileField)
  // An empty file input sends an empty file: that is no file.
  return { fields, upload: upload instanceof File && upload.size > 0 ? upload : null }
}

/** @throws Problem with the first fault as its message and each field's first fault beside it. */
function check(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = Object.create(null)
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? '')
    if (field && !fields[field]) fields[field] = issue.message
  }
  const message = Object.values(fields)[0] ?? 'The request is not complete.'
  throw new Problem('invalid', message, Object.keys(fields).length > 0 ? { fields } : {})
}

/** The id in a path. Anything that was never given out as one is unknown (decision 4). */
export function idOf(c: Context<Env>, name = 'id'): string {
  const id = c.req.param(name) ?? ''
  if (!/^[\w-]{1,64}$/.test(id)) throw new Problem('unknown', 'There is nothing with this id.')
  return id
}
