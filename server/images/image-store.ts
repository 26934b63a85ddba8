// Uploaded images: the image worker recognises, rotates, strips and resizes them; here they are stored and removed.
import { type ImageKind, widthsOf } from '../../contract/images.ts'
import { maxImageArea, maxPageHeight } from '../../contract/limits.ts'
import { Problem, type ServerCode, unavailable } from '../../contract/problem.ts'
import { isAway } from '../db/connect.ts'
import { Limiter, type Turn } from '../http/limiter.ts'
import type { Log } from '../log.ts'
import type { IconJob, Job, PageJob, ShareImageJob, UploadJob } from './protocol.ts'
import { hasAvif, newUploadId, type Uploads } from './uploads.ts'
import {
  type Converted,
  ImageRejected,
  ImageWorker,
  WorkerError,
  type WorkerLimits,
} from './worker-process.ts'

/** One at a time: an image may take most of the memory. Those who begin jobs limit how many wait. */
const limits = {
  running: 1,
  waiting: 100,
  message: 'The server is busy with other images. Please try again in a moment.',
  retryAfter: 5,
}
/** Uploads and drawings take turns, so that the parts of a screenshot do not delay others until the last. */
const uploading: Turn = { client: 'upload' }
const drawing: Turn = { client: 'drawing' }
const inBackground: Turn = { priority: 'low' }

export class ImageStore {
  readonly worker: ImageWorker
  readonly #uploads: Uploads
  readonly #log: Log
  readonly #limiter = new Limiter(limits)
  /** Images whose AVIF files are to be made, one after the other. */
  readonly #queued = new Set<string>()
  #background = Promise.resolve()
  #stopped = false

  /** @param limits of the worker; tests set low ones. */
  constructor(uploads: Uploads, log: Log, limits?: WorkerLimits) {
    this.#uploads = uploads
    this.#log = log
    this.worker = new ImageWorker(log, limits)
  }

  /**
   * Writes the image in every width, durably, as WebP; AVIF follows in the background. The caller commits the row that
   * names the id, or removes the image.
   * @returns the image's id, `<24 hex>-<width>x<height>` with the size in pixels of the largest file.
   * @throws Problem 'wrong-type' for anything but JPEG, PNG and WebP, 'too-large' for too many pixels or too much
   * memory or time, 'invalid' for damaged data, 'unavailable' when the worker could not start or was ended from outside.
   */
  async store(bytes: Uint8Array, kind: ImageKind): Promise<string> {
    const id = await this.#write(await this.#convert({ kind, format: 'webp' }, bytes))
    this.makeAvif(id, kind)
    return id
  }

  /**
   * Stores a screenshot of a whole page, up to 20,000 px high, as images of its parts: WebP ends at 16,383 px, and one
   * part at a time fits into the memory of the worker. Others take their turn between two parts.
   * @returns the ids of the parts, from the top.
   * @throws Problem as `store`; no part is left then.
   */
  async storePage(bytes: Uint8Array): Promise<string[]> {
    const ids: string[] = []
    try {
      for (let part = 0, parts = 1; part < parts; part++) {
        const converted = await this.#convert({ kind: 'page', part }, bytes)
        parts = converted.parts ?? 1
        ids.push(await this.#write(converted))
      }
    } catch (error) {
      for (const id of ids) await this.remove(id)
      throw error
    }
    for (const id of ids) this.makeAvif(id, 'cover')
    return ids
  }

  #convert(job: UploadJob | PageJob, bytes: Uint8Array): Promise<Converted> {
    return this.#run(uploading, job, [bytes]).catch((error) => {
      throw error instanceof ImageRejected || error instanceof WorkerError ? failed(error) : error
    })
  }

  #run(turn: Turn, job: Job, parts: Uint8Array[]): Promise<Converted> {
    return this.#limiter.run(() => this.worker.run(job, parts), turn)
  }

  async #write({ width, height, widths, files }: Converted): Promise<string> {
    const id = newUploadId(`${width}x${height}`)
    await this.#uploads.store(id, new Map(files.map((file, n) => [`${widths[n]}.webp`, file])))
    return id
  }

  /**
   * Makes a share image of a drawing, or a small PNG of a stored image. The caller limits how many wait at a time.
   * @param parts as the job says
   * @throws Problem 'unavailable' when the worker ended; an Error for an image that cannot be read.
   */
  async draw(job: ShareImageJob | IconJob, parts: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
    const { files } = await this.#run(drawing, job, parts).catch((error) => {
      if (!(error instanceof WorkerError)) throw error
      const cause = error.reason === 'stopped' ? undefined : error
      throw unavailable('The image could not be drawn. Please try again in a moment.', cause)
    })
    return onlyOne(files)
  }

  /**
   * Writes the rows that name new images, which are removed where that fails. When the connection to the database was lost,
   * the commit may have succeeded: then they are left to the cleanup job.
   */
  async naming<Result>(ids: readonly (string | null)[], write: () => Promise<Result>): Promise<Result> {
    try {
      return await write()
    } catch (error) {
      if (!isAway(error)) for (const id of ids) await this.remove(id)
      throw error
    }
  }

  /** Removes an image; call it after the commit that removed its name. The cleanup job retries a failure. */
  async remove(id: string | null): Promise<void> {
    if (id === null) return
    await this.#uploads
      .drop(id)
      .catch((error) =>
        this.#log.warn({ event: 'images.not-removed', err: error, id }, 'image not removed yet'),
      )
  }

  /** Queues the AVIF files of an image. */
  makeAvif(id: string, kind: ImageKind): void {
    if (this.#stopped || this.#queued.has(id)) return
    this.#queued.add(id)
    this.#background = this.#background
      .then(() => this.#makeAvifFilesOf(id, kind))
      .catch((error) => {
        // The WebP files are served instead.
        if (!this.#stopped) this.#log.warn({ event: 'images.avif-failed', err: error, id }, 'AVIF not made')
      })
      .finally(() => this.#queued.delete(id))
  }

  /** Resolves once the AVIF files of every image stored so far are made or given up. */
  async settled(): Promise<void> {
    await this.#background
  }

  /**
   * Ends the worker with its current job and drops the queued AVIF files: the cleanup job at the next start queues them
   * again. An upload being processed fails.
   */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.worker.stop()
    await this.#background
  }

  /** Of the largest WebP file, so that no upload is held in memory until then. */
  async #makeAvifFilesOf(id: string, kind: ImageKind): Promise<void> {
    if (this.#stopped) return
    const widths = widthsOf(id, kind)
    const source = await this.#uploads.read(id, `${widths.at(-1)}.webp`)
    for (const width of widths) {
      // Removed while it waited.
      if (this.#stopped || !source || !hasAvif(id, width)) continue
      const job: Job = { kind, format: 'avif', width }
      const { files } = await this.#run(inBackground, job, [source])
      if (!(await this.#uploads.add(id, `${width}.avif`, onlyOne(files)))) return
    }
  }
}

function onlyOne<File>([file]: File[]): File {
  if (!file) throw new Error('a reply without a file')
  return file
}

/** Of an image that the worker did not accept, or on which it ended. */
const problems: Record<(ImageRejected | WorkerError)['reason'], readonly [ServerCode, string]> = {
  type: ['wrong-type', 'Choose a PNG, JPEG or WebP image.'],
  pixels: ['too-large', `An image may have at most ${maxImageArea / 1e6} megapixels.`],
  height: ['too-large', `A screenshot may be at most ${maxPageHeight.toLocaleString('en')} px high.`],
  memory: [
    'too-large',
    'This image takes too much memory to be opened. Please save it smaller, with 8 bits per colour, and without "interlaced" or "progressive".',
  ],
  webp: [
    'too-large',
    'A WebP this large takes too much memory to be opened as a screenshot. Please save it as PNG or JPEG.',
  ],
  damaged: ['invalid', 'This image is damaged and could not be read.'],
  time: ['too-large', 'This image takes too long to be processed. Please save it smaller.'],
  crash: ['invalid', 'This image is damaged and could not be read.'],
  'not-started': [
    'unavailable',
    'The server cannot process images now. Please try again in a moment; if it stays so, the log of the server says why.',
  ],
  killed: ['unavailable', 'The image could not be processed. Please try again in a moment.'],
  stopped: ['unavailable', 'The server is restarting. Please try again in a moment.'],
}

function failed(cause: ImageRejected | WorkerError): Problem {
  const [code, message] = problems[cause.reason]
  if (code !== 'unavailable') return new Problem(code, message, { cause })
  return unavailable(message, cause.reason === 'stopped' ? undefined : cause)
}
