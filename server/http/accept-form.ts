// Receives a multipart call: its fields and at most one file, which is queued once all of it has arrived.
import { getMultipartBoundary, MultipartParseError, parseMultipart } from '@remix-run/multipart-parser'
import type { Context, MiddlewareHandler } from 'hono'
import type { Call } from '../../contract/call.ts'
import { Problem } from '../../contract/problem.ts'
import { takeTurn } from '../images/routes.ts'
import { check, countInvalid, requireType, type Sent } from './accept.ts'
import { receiveBody } from './body.ts'
import type { Env } from './env.ts'

/** Bytes for the fields and boundaries around a file. */
const multipartSlack = 64 * 1024
/** Bytes of a form that is parsed at once; a larger one is not read into memory before its turn. */
const smallForm = 64 * 1024

/** Parts of a form, and bytes of the header of each: parsing takes time even for parts that are no fields of the call. */
const maxParts = 20
const maxHeaderSize = 8 * 1024

/** RFC 2046, 5.1.1. The parser accepts any, and its work grows with the square of the length. */
const validBoundary = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/

export interface FileField {
  field: string
  maxBytes: number
  tooLarge: string
}

interface MultipartForm {
  /** Without a prototype, so that no field name can reach one [T41]. */
  fields: Record<string, string>
  /** The bytes of the file field; null where it is missing or empty, as an empty file input sends it. */
  file: Uint8Array | null
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

/**
 * In place: Request.formData() would copy a file three more times.
 * @throws for a body that is no form, has too many parts, or text that is not UTF-8.
 */
export function parseForm(body: Uint8Array, contentType: string, fileField: string): MultipartForm {
  const boundary = getMultipartBoundary(contentType)
  if (!boundary || !validBoundary.test(boundary))
    throw new MultipartParseError('a multipart body without a valid boundary')
  const fields: Record<string, string> = Object.create(null)
  let file: Uint8Array | null = null
  // Its size was limited while it was read.
  const limits = { maxFileSize: body.byteLength, maxTotalSize: body.byteLength, maxParts, maxHeaderSize }
  for (const part of parseMultipart(body, { boundary, ...limits })) {
    // Each access parses the header again.
    const { name } = part
    if (!name) continue
    // Of repeated fields the last one counts, of files the first.
    if (!part.isFile) fields[name] = part.text
    // In one piece, because the body is: nothing is copied.
    else if (name === fileField && part.size > 0) file ??= part.content[0] ?? null
  }
  return { fields, file }
}
