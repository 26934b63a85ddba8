// Uploaded images: the image worker recognises, rotates, strips and resizes them; here they are stored and removed.
import { maxImageArea, maxPageHeight } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { isAway } from '../db/connect.ts'
import { Limiter, type Turn } from '../http/limiter.ts'
import type { Log } from '../log.ts'
import type { IconJob, Job, PageJob, Rejection, ShareImageJob, UploadJob } from './job.ts'
import type { Uploads } from './uploads.ts'
import { hasAvif, type ImageKind, newFolder, widthsOf } from './variants.ts'
import { ImageWorker, WorkerError, type WorkerFailure, type WorkerLimits } from './worker-process.ts'

/** Bytes that decoding may take, in addition to what the worker needs itself. */
const maxDecodingBytes = 104_000_000
/** Bytes of uploads that are held until their AVIF files are made; others are made from the largest WebP file. */
const maxHeldBytes = 8 * 1024 * 1024
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

interface AvifJob {
  folder: string
  kind: ImageKind
  upload: Uint8Array | null
}

export class ImageStore {
  readonly worker: ImageWorker
  readonly #uploads: Uploads
  readonly #log: Log
  readonly #limiter = new Limiter(limits)
  /** Jobs that ended; `failed` when the process ended or could not read the image. */
  readonly jobs = { done: 0, failed: 0 }
  readonly #avifJobs: AvifJob[] = []
  #heldBytes = 0
  #background: Promise<void> | null = null
  #stopped = false

  /** @param limits of the worker; tests set low ones. */
  constructor(uploads: Uploads, log: Log, limits?: WorkerLimits) {
    this.#uploads = uploads
    this.#log = log
    this.worker = new ImageWorker(log, limits)
  }

  /**
   * Writes the image in every width, durably, as WebP; AVIF follows in the background. The caller commits the row that
   * names the folder, or removes the image.
   * @returns the folder, `<24 hex>-<width>x<height>` with the size in pixels of the largest file.
   * @throws Problem 'wrong-type' for anything but JPEG, PNG and WebP, 'too-large' for too many pixels or too much
   * memory or time, 'invalid' for damaged data, 'unavailable' when the worker could not start or was ended from outside.
   */
  async store(bytes: Uint8Array, kind: ImageKind): Promise<string> {
    const { reply, files } = await this.#convert({ kind, format: 'webp', maxDecodingBytes }, bytes)
    const folder = await this.#write(reply, files)
    this.makeAvif(folder, kind, bytes)
    return folder
  }

  /**
   * Stores a screenshot of a whole page, up to 20,000 px high, as images of its parts: WebP ends at 16,383 px, and one
   * part at a time fits into the memory of the worker. Others take their turn between two parts.
   * @param mustGoOn asked before each part; what it throws ends the work.
   * @returns the folders of the parts, from the top.
   * @throws Problem as `store`; no part is left then.
   */
  async storePage(bytes: Uint8Array, mustGoOn: () => Promise<void>): Promise<string[]> {
    const folders: string[] = []
    try {
      for (let part = 0, parts = 1; part < parts; part++) {
        await mustGoOn()
        const { reply, files } = await this.#convert({ kind: 'page', part, maxDecodingBytes }, bytes)
        parts = reply.parts ?? 1
        folders.push(await this.#write(reply, files))
      }
    } catch (error) {
      for (const folder of folders) await this.remove(folder)
      throw error
    }
    for (const folder of folders) this.makeAvif(folder, 'cover')
    return folders
  }

  async #convert(job: UploadJob | PageJob, bytes: Uint8Array) {
    const { reply, files } = await this.#run(uploading, job, bytes).catch((error) => {
      throw error instanceof WorkerError ? failed(error) : error
    })
    if (!reply.ok) throw rejected(reply)
    return { reply, files }
  }

  #run(turn: Turn, job: Job, ...parts: Uint8Array[]) {
    return this.#limiter.run(async () => {
      let outcome: 'done' | 'failed' = 'failed'
      try {
        const result = await this.worker.run(job, ...parts)
        outcome = 'done'
        return result
      } finally {
        this.jobs[outcome]++
      }
    }, turn)
  }

  async #write(
    { width, height, widths }: { width: number; height: number; widths: number[] },
    files: Uint8Array[],
  ): Promise<string> {
    const folder = newFolder(width, height)
    await this.#uploads.store(folder, new Map(files.map((file, n) => [`${widths[n]}.webp`, file])))
    return folder
  }

  /**
   * Encodes a share image. The caller limits how many wait at a time.
   * @param drawing raw RGBA
   * @param photo one of the stored WebP files, laid over the drawing
   * @throws Problem 'unavailable' when the worker ended; an Error for a photograph that cannot be read.
   */
  async compose(
    shape: Pick<ShareImageJob, 'format' | 'width' | 'height' | 'frame' | 'focal'>,
    drawing: Uint8Array,
    photo: Uint8Array | null,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return this.#draw({ kind: 'share', ...shape, maxDecodingBytes }, photo ? [drawing, photo] : [drawing])
  }

  /**
   * A stored image as a small PNG, with its transparency.
   * @param side pixels of the longer side
   * @throws Problem 'unavailable' when the worker ended; an Error for an image that cannot be read.
   */
  async toPng(stored: Uint8Array, side: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#draw({ kind: 'icon', side, maxDecodingBytes }, [stored])
  }

  /** Removes an image; call it after the commit that removed its name. The cleanup job retries a failure. */
  async remove(folder: string | null): Promise<void> {
    if (folder === null) return
    await this.#uploads
      .drop(folder)
      .catch((error) =>
        this.#log.warn({ event: 'images.not-removed', err: error, folder }, 'image not removed yet'),
      )
  }

  /** Queues the AVIF files of an image. @param upload the source; without it the largest WebP file. */
  makeAvif(folder: string, kind: ImageKind, upload: Uint8Array | null = null): void {
    if (this.#stopped || this.#avifJobs.some((job) => job.folder === folder)) return
    const held = upload && this.#heldBytes + upload.byteLength <= maxHeldBytes ? upload : null
    this.#heldBytes += held?.byteLength ?? 0
    this.#avifJobs.push({ folder, kind, upload: held })
    this.#background ??= this.#makeAvifFiles()
  }

  get waiting(): number {
    return this.#limiter.waiting
  }

  /** Images whose AVIF files are not made yet. */
  get waitingForAvif(): number {
    return this.#avifJobs.length
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

  async #draw(job: ShareImageJob | IconJob, parts: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
    const { reply, files } = await this.#run(drawing, job, ...parts).catch((error) => {
      if (!(error instanceof WorkerError)) throw error
      const cause = error.reason === 'stopped' ? undefined : error
      throw unavailable('The image could not be drawn. Please try again in a moment.', cause)
    })
    const [file] = files
    if (!reply.ok || !file)
      throw new Error(`${job.kind} image: ${reply.reason}: ${reply.ok ? '' : reply.detail}`)
    return file
  }

  async #makeAvifFiles(): Promise<void> {
    for (let job = this.#avifJobs[0]; job; job = this.#avifJobs[0]) {
      await this.#makeAvifFilesOf(job).catch((error) => {
        // The WebP files are served instead.
        if (!this.#stopped)
          this.#log.warn({ event: 'images.avif-failed', err: error, folder: job.folder }, 'AVIF not made')
      })
      this.#avifJobs.shift()
      this.#heldBytes -= job.upload?.byteLength ?? 0
    }
    this.#background = null
  }

  async #makeAvifFilesOf({ folder, kind, upload }: AvifJob): Promise<void> {
    const widths = widthsOf(folder, kind)
    const source = upload ?? (await this.#uploads.read(folder, `${widths.at(-1)}.webp`))
    for (const width of widths) {
      // Removed while it waited, or made before a stop.
      if (this.#stopped || !source || !hasAvif(folder, width)) continue
      const job: Job = { kind, format: 'avif', width, maxDecodingBytes }
      const { reply, files } = await this.#run(inBackground, job, source)
      if (!reply.ok) throw new Error(`${reply.reason}: ${reply.detail}`)
      const [file] = files
      if (!file || !(await this.#uploads.add(folder, `${width}.avif`, file))) return
    }
  }
}

/**
 * Removes a new image whose row could not be written. When the connection to the database was lost, the commit may have
 * succeeded: then the image is left to the cleanup job.
 */
export async function removeUnused(
  { images }: { images: ImageStore },
  folder: string | null,
  error: unknown,
): Promise<void> {
  if (!isAway(error)) await images.remove(folder)
}

const tooMuchMemory =
  'This image takes too much memory to be opened. Please save it smaller, with 8 bits per colour, and without "interlaced" or "progressive".'

/** Of an image that the worker did not accept. */
function rejected({ reason, detail }: Rejection): Problem {
  const cause = new Error(detail)
  switch (reason) {
    case 'type':
      return new Problem('wrong-type', 'Choose a PNG, JPEG or WebP image.', { cause })
    case 'pixels':
      return new Problem('too-large', `An image may have at most ${maxImageArea / 1e6} megapixels.`, {
        cause,
      })
    case 'height':
      return new Problem(
        'too-large',
        `A screenshot may be at most ${maxPageHeight.toLocaleString('en')} px high.`,
        { cause },
      )
    case 'memory':
      return new Problem('too-large', tooMuchMemory, { cause })
    case 'webp':
      return new Problem(
        'too-large',
        'A WebP this large takes too much memory to be opened as a screenshot. Please save it as PNG or JPEG.',
        { cause },
      )
    case 'damaged':
      return new Problem('invalid', 'This image is damaged and could not be read.', { cause })
  }
}

/** Of a worker that ended before it had processed an image. */
function failed(error: WorkerError): Problem {
  const problems: Record<WorkerFailure, () => Problem> = {
    memory: () => new Problem('too-large', tooMuchMemory, { cause: error }),
    time: () =>
      new Problem('too-large', 'This image takes too long to be processed. Please save it smaller.', {
        cause: error,
      }),
    crash: () => new Problem('invalid', 'This image is damaged and could not be read.', { cause: error }),
    'not-started': () =>
      unavailable(
        'The server cannot process images now. Please try again in a moment; if it stays so, the log of the server says why.',
        error,
      ),
    killed: () => unavailable('The image could not be processed. Please try again in a moment.', error),
    stopped: () => unavailable('The server is restarting. Please try again in a moment.'),
  }
  return problems[error.reason]()
}

function unavailable(message: string, cause?: WorkerError): Problem {
  return new Problem('unavailable', message, { cause, retryAfter: 5 })
}
