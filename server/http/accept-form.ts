// Receives a multipart call: its fields and at most one file, which is parsed and processed in the turn of its user.
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { getMultipartBoundary, parseMultipart } from '@remix-run/multipart-parser'
import type { Context, MiddlewareHandler } from 'hono'
import type { Call } from '../../contract/call.ts'
import { fieldError, Problem } from '../../contract/problem.ts'
import { newId } from '../ids.ts'
import { check, chunksOf, requireType, type Sent } from './accept.ts'
import type { Env } from './env.ts'
import { tooLarge } from './errors.ts'
import { Limiter } from './limiter.ts'
import { count, limits } from './rate-limit.ts'

/** Bytes for the fields and boundaries around a file: the blocks of a case study at most. */
const multipartSlack = 512 * 1024
/** Bytes of a form that is read into memory at once; a larger one waits for its turn on disk. */
const smallForm = 64 * 1024

/** Milliseconds without a byte while the client waits for the server. */
const processingTimeout = 90_000

/** Many at a time, so that slow ones delay nobody. With the size of a file they bound the disk space. */
const receiving = {
  running: 24,
  waiting: 0,
  message: 'The server is receiving too many images. Please try again in a moment.',
  retryAfter: 5,
}
/** One at a time is in memory. */
const processing = {
  running: 1,
  waiting: 24,
  maxWait: 45_000,
  message: 'The server is busy with other images. Please try again in a moment.',
  retryAfter: 5,
}

/** Admins have places of their own, which users cannot take away. */
export class UploadLimiters {
  readonly admin = { receiving: new Limiter(receiving), processing: new Limiter(processing) }
  readonly user = {
    receiving: new Limiter({ ...receiving, perClient: 3 }),
    processing: new Limiter({ ...processing, perClient: 1 }),
  }
}

/** Parts of a form, and bytes of the header of each: parsing takes time even for parts that are no fields of the call. */
const maxParts = 20
const maxHeaderSize = 8 * 1024

/** RFC 2046, 5.1.1. The parser accepts any, and its work grows with the square of the length. */
const validBoundary = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/

export interface FileField {
  field: string
  maxBytes: number
  /** Content type of a body that is this file alone. */
  type?: string
}

interface MultipartForm {
  /** Without a prototype, so that no field name can reach one. */
  fields: Record<string, string>
  /** The bytes of the file field; null where it is missing or empty, as an empty file input sends it. */
  file: Uint8Array | null
}

/** The handler reads the form with `c.req.valid('form')`. */
type Accepting<Form> = MiddlewareHandler<Env, string, { in: { form: unknown }; out: { form: Form } }>

/** Counts one upload of the signed-in user, once it is read. @throws Problem 'too-many' over the hourly limit. */
function countUpload({ var: { user, context } }: Context<Env>): Promise<number> {
  return count(context, user.role === 'admin' ? limits.uploadOfAdmin : limits.uploadOfUser, user.id)
}

/** Use it after the guard. The turn of its file lasts until the response. */
export function acceptForm<C extends Call>(call: C, file: FileField) {
  const { field, maxBytes } = file
  const middleware: Accepting<{ fields: Sent<C>; file: Uint8Array | null }> = async (c, next) => {
    requireType(c, 'multipart/form-data')
    const handle = async (form: MultipartForm) => {
      // A slow body arrives for minutes: by now the account may be deleted, or an admin's no longer.
      await c.var.checkAgain?.()
      if (form.file && form.file.byteLength > maxBytes) throw tooLarge()
      const fields = check(call.body, form.fields)
      if (form.file) await countUpload(c)
      c.req.addValidatedData('form', { fields, file: form.file })
      // What the handler throws does not come back here: Hono has made a response of it.
      await next()
    }
    await received(c, maxBytes + multipartSlack, async (body, { processing }) => {
      const parse = async () => parseForm(await body.read(), c.req.header('content-type') ?? '', field)
      const small = body.size <= smallForm ? await parse() : null
      if (small && !small.file) return handle(small)
      await processing.run(async () => handle(small ?? (await parse())), { client: c.var.user.id })
    }).catch(aboutFile(file))
  }
  return Object.assign(middleware, { fileField: file })
}

/** Receives a body in the turn of its user, and closes it after its use. */
async function received(
  c: Context<Env>,
  maxBytes: number,
  use: (body: ReceivedFile, limiters: UploadLimiters['admin']) => Promise<void>,
): Promise<void> {
  const { user, context } = c.var
  const limiters = context.uploadLimiters[user.role]
  await using body = await limiters.receiving.run(() => receiveFile(c, maxBytes), { client: user.id })
  // The client is not slow, it waits. With the next request Node sets the server's timeout again.
  c.env?.incoming?.socket.setTimeout(processingTimeout)
  await use(body, limiters)
}

/** Bytes of a file that are in memory at once where it is read in pieces. */
const chunkBytes = 256 * 1024

interface ReceivedFile extends AsyncDisposable {
  size: number
  read(): Promise<Uint8Array>
  /** As `read`, in pieces. */
  chunks(): AsyncGenerator<Uint8Array>
}

/**
 * Stores a body on disk, so that one that is sent slowly takes no memory. The file has no name: the system frees its space
 * when it is closed, and when the process is killed. How long it may take is up to the timeouts of the server.
 * @throws Problem as `chunksOf`
 */
async function receiveFile(c: Context<Env>, maxBytes: number): Promise<ReceivedFile> {
  const path = join(c.var.context.config.dataDir, `upload-${newId()}.tmp`)
  await using opened = new AsyncDisposableStack()
  const file = opened.use(await open(path, 'wx+', 0o600))
  await unlink(path)
  let size = 0
  for await (const chunk of c.env.incoming ? chunksOf(c.env.incoming, maxBytes) : []) {
    await file.writeFile(chunk)
    size += chunk.length
  }
  const chunks = async function* () {
    for (let at = 0; at < size; at += chunkBytes)
      yield await readPart(file, at, Math.min(size, at + chunkBytes))
  }
  const received = opened.move()
  return {
    size,
    read: () => readPart(file, 0, size),
    chunks,
    [Symbol.asyncDispose]: () => received.disposeAsync(),
  }
}

async function readPart(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(to - from), 0, to - from, from)
  if (bytesRead < to - from) throw new Error('an upload lost bytes on disk')
  return buffer
}

/** A file on disk. */
export type LargeFile = Pick<ReceivedFile, 'size' | 'chunks'>

/**
 * A body that is a file too large for memory, which is read where it lies while the handler runs. Use it as `acceptForm`.
 * An error is about the field of this name.
 */
export function acceptFile(file: Required<FileField>) {
  const middleware: Accepting<LargeFile> = async (c, next) => {
    requireType(c, file.type)
    await received(c, file.maxBytes, async (body) => {
      await c.var.checkAgain?.()
      await countUpload(c)
      c.req.addValidatedData('form', body)
      await next()
    }).catch(aboutFile(file))
  }
  return Object.assign(middleware, { fileField: file })
}

/** The file that a handler of `acceptForm` or `acceptFile` takes; undefined for any other handler. */
export function fileFieldOf(handler: unknown): FileField | undefined {
  return typeof handler === 'function' && 'fileField' in handler
    ? (handler.fileField as FileField)
    : undefined
}

/** For `catch`: what is too large is the file. */
function aboutFile({ field, maxBytes }: FileField): (error: unknown) => never {
  const message = `The ${field === 'video' ? 'video' : 'image'} may have at most ${maxBytes / 1024 / 1024} MB.`
  return (error) => {
    if (!(error instanceof Problem) || error.code !== 'too-large') throw error
    throw fieldError(field, message, 'too-large')
  }
}

/**
 * In place: Request.formData() would copy a file three more times.
 * @throws Problem 'invalid' for a body that is no form, has too many parts, or text that is not UTF-8.
 */
function parseForm(body: Uint8Array, contentType: string, fileField: string): MultipartForm {
  const boundary = getMultipartBoundary(contentType)
  if (!boundary || !validBoundary.test(boundary)) throw unreadable()
  const fields: Record<string, string> = Object.create(null)
  let file: Uint8Array | null = null
  // Its size was limited while it was read.
  const bounds = { maxFileSize: body.byteLength, maxTotalSize: body.byteLength, maxParts, maxHeaderSize }
  try {
    for (const part of parseMultipart(body, { boundary, ...bounds })) {
      // Each access parses the header again.
      const { name } = part
      if (!name) continue
      // Of repeated fields the last one counts, of files the first.
      if (!part.isFile) fields[name] = part.text
      // In one piece, because the body is: nothing is copied.
      else if (name === fileField && part.size > 0) file ??= part.content[0] ?? null
    }
  } catch (cause) {
    throw unreadable(cause)
  }
  return { fields, file }
}

const unreadable = (cause?: unknown) => new Problem('invalid', 'The form could not be read.', { cause })
