// Uploaded pictures: looked at by content, turned upright, stripped, resized, freshly named, kept and dropped.
import { randomBytes } from 'node:crypto'
import type { OutputInfo, SharpOptions } from 'sharp'
import { pictureArea } from '../../contract/limits.ts'
import { avatarWidths, pictureWidths, widthsFor } from '../../contract/pictures.ts'
import { Problem } from '../../contract/problem.ts'
import type { AppContext } from './context.ts'
import { PictureQueue } from './picture-queue.ts'

export type PictureKind = 'cover' | 'avatar'

/** A header that promises too many pixels is refused before one of them is decoded; of an animation, one frame. */
const careful: SharpOptions = { limitInputPixels: pictureArea, failOn: 'error', pages: 1 }

/** Pixels; WebP has no room for more. */
const mostHeight = 16_383
const webp = { quality: 80 }
const avif = { quality: 50, effort: 2 }
/** Milliseconds. A folder that no row names may belong to an upload whose row is being written. */
const sweptAfter = 60 * 60_000

const queue = new PictureQueue()

/**
 * Writes the picture in every width, durably, as WebP; AVIF follows behind. The caller commits the row that names
 * the folder, or drops the picture (decision 88).
 * @returns the folder, `<24 hex>-<width>x<height>` with the size in pixels of the largest file.
 * @throws Problem 'wrong-type' for anything but JPEG, PNG and WebP, 'too-large' for too many pixels, 'invalid' for
 * damaged data, 'unavailable' while too many pictures wait.
 */
export async function keepPicture(
  context: AppContext,
  bytes: Uint8Array,
  kind: PictureKind,
): Promise<string> {
  const { folder, files } = await queue.now(async () => {
    const pixels = await read(bytes, kind)
    const { width, height } = pixels.info
    const files = new Map<string, Uint8Array>()
    for (const step of stepsOf(width, kind))
      files.set(`${step}.webp`, await (await resized(pixels, step)).webp(webp).toBuffer())
    return { folder: `${randomBytes(12).toString('hex')}-${width}x${height}`, files }
  })
  await context.uploads.keep(folder, files)
  queueAvif(context, folder, kind, bytes)
  return folder
}

/** Removes a picture; call it after the commit that stopped naming it. A failure is the sweep's to mend. */
export async function dropPicture(context: AppContext, folder: string | null): Promise<void> {
  if (folder === null) return
  await context.uploads
    .drop(folder)
    .catch((error) => context.log.warn({ err: error, folder }, 'picture not removed yet'))
}

/**
 * Removes folders that no row names (a crash between file and row leaves them) and drafts of half-written ones,
 * and makes the AVIF files that a stop of the server cut off.
 * @returns how many folders were removed.
 */
export async function sweepPictures(context: AppContext): Promise<number> {
  const { db, uploads, log } = context
  const before = context.now().getTime() - sweptAfter
  const found = []
  // Listed before the rows are read: a picture made meanwhile is not in the list, one dropped meanwhile is no harm.
  for await (const entry of uploads.list()) found.push(entry)
  const covers = await db.selectFrom('items').select('picture').where('picture', 'is not', null).execute()
  const avatars = await db.selectFrom('users').select('avatar').where('avatar', 'is not', null).execute()
  const kinds = new Map<string, PictureKind>()
  for (const { picture } of covers) if (picture) kinds.set(picture, 'cover')
  for (const { avatar } of avatars) if (avatar) kinds.set(avatar, 'avatar')
  let removed = 0
  for (const { folder, files, madeAt } of found) {
    const kind = kinds.get(folder)
    if (kind) {
      const width = widthOf(folder)
      if (stepsOf(width, kind).some((step) => !files.includes(`${step}.avif`)))
        queueAvif(context, folder, kind)
    } else if (madeAt.getTime() < before) {
      await dropPicture(context, folder)
      removed++
    }
  }
  if (removed > 0) log.info({ removed }, 'pictures without a row removed')
  return removed
}

/** Resolves once the AVIF files of every picture kept so far are made or given up. */
export function picturesMade(): Promise<void> {
  return queue.finished()
}

/** Lets go of the AVIF files that wait, for a stop of the server; the sweep at its next start queues them again. */
export function finishPictures(): Promise<void> {
  return queue.stop()
}

interface Pixels {
  data: Buffer
  info: OutputInfo
}

/** Decoded once, upright, without metadata, never enlarged. */
async function read(bytes: Uint8Array, kind: PictureKind): Promise<Pixels> {
  const { sharp } = await import('./decoder.ts')
  try {
    const size = await sharp(bytes, careful).metadata()
    const upright = sharp(bytes, careful).autoOrient()
    const side = Math.min(size.width, size.height, avatarWidths.at(-1) ?? size.width)
    const fitted =
      kind === 'avatar'
        ? upright.resize({ width: side, height: side, fit: 'cover' })
        : upright.resize({
            width: pictureWidths.at(-1),
            height: mostHeight,
            fit: 'inside',
            withoutEnlargement: true,
          })
    return await fitted.raw().toBuffer({ resolveWithObject: true })
  } catch (cause) {
    throw refusal(cause)
  }
}

function refusal(cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : ''
  if (/unsupported image format/i.test(reason))
    return new Problem('wrong-type', 'Please choose a PNG, JPEG or WebP picture.', { cause })
  if (/exceeds pixel limit/i.test(reason))
    return new Problem('too-large', `A picture may have at most ${pictureArea / 1e6} megapixels.`, { cause })
  return new Problem('invalid', 'This picture is damaged and could not be read.', { cause })
}

async function resized({ data, info }: Pixels, width: number) {
  const { sharp } = await import('./decoder.ts')
  const { width: whole, height, channels } = info
  const pixels = sharp(data, { raw: { width: whole, height, channels } })
  return width === whole ? pixels : pixels.resize({ width })
}

/** @param bytes the upload itself; without it the largest WebP file is the source. */
function queueAvif(context: AppContext, folder: string, kind: PictureKind, bytes?: Uint8Array): void {
  const { uploads, log } = context
  queue.later(folder, bytes ?? null, async (upload) => {
    try {
      const steps = stepsOf(widthOf(folder), kind)
      const largest = await uploads.read(folder, `${steps.at(-1)}.webp`)
      // Dropped while it waited.
      if (!largest) return
      const pixels = await read(upload ?? largest, kind)
      for (const step of steps) {
        const bytes = await (await resized(pixels, step)).avif(avif).toBuffer()
        if (!(await uploads.add(folder, `${step}.avif`, bytes))) return
      }
    } catch (error) {
      // The WebP files answer in its place.
      log.warn({ err: error, folder }, 'AVIF not made')
    }
  })
}

function stepsOf(width: number, kind: PictureKind): number[] {
  return widthsFor(width, kind === 'avatar' ? avatarWidths : pictureWidths)
}

function widthOf(folder: string): number {
  return Number(/-(\d+)x\d+$/.exec(folder)?.[1])
}
