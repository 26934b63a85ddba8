// Receives a multipart call: its fields and at most one file, which is queued once all of it has arrived.
import type { Context, MiddlewareHandler } from 'hono'
import type { Call } from '../../contract/call.ts'
import { Problem } from '../../contract/problem.ts'
import { takeTurn } from '../images/routes.ts'
import { check, countInvalid, requireType, type Sent } from './accept.ts'
import { receiveBody } from './body.ts'
import type { Env } from './env.ts'
import { type MultipartForm, parseForm } from './multipart.ts'

/** Bytes for the fields and boundaries around a file. */
const multipartSlack = 64 * 1024
/** Bytes of a form that is parsed at once; a larger one is not read into memory before its turn. */
const smallForm = 64 * 1024

export interface FileField {
  field: string
  maxBytes: number
  tooLarge: string
}

export interface Upload {
  bytes: Uint8Array
}

interface Received {
  fields: unknown
  file: Upload | null
  /** Ends the turn. */
  leave: () => void
}

interface ReceivedForm<C extends Call> {
  in: { form: unknown }
  out: { form: { fields: Sent<C>; file: Upload | null } }
}

/** Use it after the guard. Read the form with `c.req.valid('form')`; the turn of its file lasts until the response. */
export function acceptForm<C extends Call>(
  call: C,
  file: FileField,
): MiddlewareHandler<Env, string, ReceivedForm<C>> {
  const middleware: MiddlewareHandler<Env, string, ReceivedForm<C>> = async (c, next) => {
    requireType(c, 'multipart/form-data')
    const { leave, ...form } = await countInvalid(c, () => receive(c, call, file))
    try {
      c.req.addValidatedData('form', form)
      await next()
    } finally {
      leave()
    }
  }
  return Object.assign(middleware, { fileField: file })
}

/** The file that a handler of `acceptForm` takes; undefined for any other handler. */
export function fileFieldOf(handler: unknown): FileField | undefined {
  return typeof handler === 'function' && 'fileField' in handler
    ? (handler.fileField as FileField)
    : undefined
}

async function receive(c: Context<Env>, call: Call, file: FileField): Promise<Received> {
  const { user, context } = c.var
  const arrival = context.arrivals.begin(user.role, user.id)
  let leave: (() => void) | undefined
  try {
    await receiveBody(c, file.maxBytes + multipartSlack, (chunk) => arrival.add(chunk), arrival.signal)
    arrival.complete()
    const { size } = arrival
    if (size > smallForm) leave = await takeTurn(c, size)
    const form = parse(c, await arrival.read(), file.field)
    if (form.file && form.file.byteLength > file.maxBytes) throw new Problem('too-large', file.tooLarge)
    const fields = check(call.body, form.fields)
    if (form.file) leave ??= await takeTurn(c, size)
    return { fields, file: form.file && { bytes: form.file }, leave: leave ?? (() => {}) }
  } catch (error) {
    leave?.()
    if (!(error instanceof Problem) || error.code !== 'too-large') throw error
    throw new Problem('too-large', file.tooLarge, { fields: { [file.field]: file.tooLarge } })
  } finally {
    await arrival.close()
  }
}

function parse(c: Context<Env>, body: Uint8Array, fileField: string): MultipartForm {
  try {
    return parseForm(body, c.req.header('content-type') ?? '', fileField)
  } catch (cause) {
    // The parser read nothing but the body: no other error is possible than an invalid form or text that is not UTF-8.
    throw new Problem('invalid', 'The form could not be read.', { cause })
  }
}
