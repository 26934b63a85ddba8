// The case study of a project: facts, and blocks of text and pictures in the owner's order. A draft may be unfinished;
// `missingIn` says what keeps a project from being published.
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { imageName, sizeOfVideo } from './images.ts'
import { imageAltLength } from './limits.ts'
import { cleanLine, cleanLines, cleanText, parsedJson } from './text.ts'
import { videoOf } from './video.ts'

/** Each with the characters that it may have. */
export const factLengths = { summary: 300, role: 80, year: 20, client: 80, tools: 120 } as const

export type Fact = keyof typeof factLengths

/** In the order of responses. */
export const facts = Object.keys(factLengths) as Fact[]

export const factLabels = {
  summary: 'Summary',
  role: 'Role',
  year: 'Year',
  client: 'Client',
  tools: 'Tools',
} as const satisfies Record<Fact, string>

/** Entries. */
export const maxBlocks = 40
export const maxGallery = 12
export const galleryIsFull = `A gallery has at most ${maxGallery} pictures.`

/** Characters. */
export const blockLengths = {
  heading: 80,
  text: 3_000,
  caption: 160,
  quote: 400,
  name: 80,
  label: 40,
} as const

const text = (label: string, max: number, clean = cleanLine) => z.prefault(cleanText(label, max, clean), '')
/** The name of an upload; empty until one is chosen. */
const image = z.prefault(
  z.string().check(z.regex(new RegExp(`^(?:|${imageName})$`), 'Choose an image again.')),
  '',
)
const picture = z.object({
  image,
  /** What it shows. */
  alt: text('A description', imageAltLength),
})
const side = z.extend(picture, { label: text('A label', blockLengths.label) })
const caption = text('The caption', blockLengths.caption)

export const textBlock = z.object({
  kind: z.literal('text'),
  heading: text('The heading', blockLengths.heading),
  /** Markdown, as on About. */
  text: text('The text', blockLengths.text, cleanLines),
})
export const pictureBlock = z
  .object({
    kind: z.literal('picture'),
    /** `half` stands beside the text before it. */
    size: z.enum(['wide', 'half', 'pair'], 'A picture is wide, half or a pair.'),
    pictures: z.array(picture),
    caption,
  })
  .check(
    z.refine(
      ({ size, pictures }) => pictures.length <= (size === 'pair' ? 2 : 1),
      'There is one picture, or a pair of two.',
    ),
  )
export const quoteBlock = z.object({
  kind: z.literal('quote'),
  text: text('The quote', blockLengths.quote, cleanLines),
  name: text('The name', blockLengths.name),
  /** Of whom or what: a company, a role. */
  of: text('Of', blockLengths.name),
})
export const comparisonBlock = z.object({ kind: z.literal('comparison'), before: side, after: side, caption })
export const videoBlock = z.object({
  kind: z.literal('video'),
  /** The name of an uploaded video, or a URL of YouTube or Vimeo; empty until one is chosen. */
  source: z.prefault(
    z.string().check(
      z.maxLength(300, { error: 'The URL is too long.', abort: true }),
      z.overwrite(cleanLine),
      z.refine(
        (source) => source === '' || isVideo(source) || videoOf(source) !== null,
        'Enter a URL of a video on YouTube or Vimeo, or upload one.',
      ),
    ),
    '',
  ),
  /** Before Play is pressed. Decorative: the caption says what is played. */
  poster: image,
  caption,
})
export const galleryBlock = z.object({
  kind: z.literal('gallery'),
  pictures: z.array(picture).check(z.maxLength(maxGallery, galleryIsFull)),
  caption,
})

export const block = z.discriminatedUnion('kind', [
  textBlock,
  pictureBlock,
  quoteBlock,
  comparisonBlock,
  videoBlock,
  galleryBlock,
])
export type Block = z.output<typeof block>
export type Picture = z.output<typeof picture>

/** Whether this is the name of an uploaded video. */
export const isVideo = (name: string) => sizeOfVideo(name) !== null

/** The pictures of a block that need a description, in their order. */
function picturesOf(block: Block): readonly Picture[] {
  if (block.kind === 'comparison') return [block.before, block.after]
  return 'pictures' in block ? block.pictures : []
}

/** Blocks as they are stored and read back. What no longer fits is left out: a page is shown whatever is stored. */
export function parseBlocks(json: string): Block[] {
  const list = parsedJson(json)
  if (!Array.isArray(list)) return []
  return list.flatMap((one) => block.safeParse(one).data ?? [])
}

export interface UsedUpload {
  name: string
  kind: 'image' | 'video'
  /** "Picture 2 of block 3" */
  where: string
}

/** The uploads that blocks name. */
export function uploadsOf(blocks: readonly Block[]): UsedUpload[] {
  return blocks.flatMap((block, at) => {
    const n = at + 1
    const used: UsedUpload[] = picturesOf(block).map(({ image }, picture) => {
      return { name: image, kind: 'image', where: `Picture ${picture + 1} of block ${n}` }
    })
    if (block.kind === 'video')
      used.push(
        { name: isVideo(block.source) ? block.source : '', kind: 'video', where: `The video of block ${n}` },
        { name: block.poster, kind: 'image', where: `The poster of block ${n}` },
      )
    return used.filter(({ name }) => name)
  })
}

const before = 'before the project is published.'

/** What the first unfinished block lacks, in a sentence; null where all can be published. */
export function missingIn(blocks: readonly Block[]): string | null {
  for (const [at, block] of blocks.entries()) {
    const n = at + 1
    const pictures = picturesOf(block)
    const least = { text: 0, quote: 0, video: 0, comparison: 2, gallery: 2, picture: 1 }[block.kind]
    const needed = block.kind === 'picture' && block.size === 'pair' ? 2 : least
    if ((block.kind === 'text' || block.kind === 'quote') && block.text === '')
      return `Block ${n} needs a text ${before}`
    if (block.kind === 'video' && block.source === '') return `Block ${n} needs a video ${before}`
    for (let picture = 1; picture <= Math.max(needed, pictures.length); picture++) {
      const { image = '', alt = '' } = pictures[picture - 1] ?? {}
      if (image === '') return `Picture ${picture} of block ${n} is missing. Choose it ${before}`
      if (alt === '') return `Picture ${picture} of block ${n} needs a description ${before}`
    }
  }
  return null
}

const unreadable = 'The blocks could not be read.'

/** JSON, as a form sends it, or the list itself. An error says in which block it is. */
const blocksField = z.pipe(
  z.unknown(),
  z.transform((input, context): Block[] => {
    const fail = (message: string) => {
      context.issues.push({ code: 'custom', message, input })
      return z.NEVER
    }
    const list = typeof input === 'string' ? parsedJson(input) : input
    if (!Array.isArray(list)) return fail(unreadable)
    if (list.length > maxBlocks) return fail(`A case study has at most ${maxBlocks} blocks.`)
    const blocks: Block[] = []
    for (const [at, one] of list.entries()) {
      const { data, error } = block.safeParse(one)
      if (!data) return fail(`Block ${at + 1}: ${error?.issues[0]?.message ?? unreadable}`)
      blocks.push(data)
    }
    return blocks
  }),
)

export const opensWords = ['preview', 'case-study'] as const

const factFields = Object.fromEntries(
  facts.map((fact) => [fact, z.optional(cleanText(factLabels[fact], factLengths[fact], cleanLine))] as const),
) as Record<Fact, z.ZodMiniOptional<ReturnType<typeof cleanText>>>

/** Fields of the calls that add and update a project: one that is missing stays, an empty fact clears it. */
export const caseStudyFields = {
  ...factFields,
  /** What visitors see first. */
  opens: z.optional(z.enum(opensWords, 'Visitors see the preview or the case study first.')),
  /** JSON text. */
  blocks: z.optional(blocksField),
}

/** The blocks as the page shows them, however unfinished. Nothing is stored. */
export const previewCaseStudy = defineCall('POST', '/api/portfolio/preview-case-study', {
  body: z.object({ blocks: blocksField }),
})
