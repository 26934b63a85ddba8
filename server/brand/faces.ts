// The font files: which one has a character, opened for measuring and for drawing.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Font, Face as HarfbuzzFace } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import { root } from '../root.ts'

type Harfbuzz = typeof import('harfbuzzjs')

/** The site's own families; what they lack comes from the companions. */
const families = ['familjen-grotesk', 'hanken-grotesk', 'newsreader', 'geist', 'geist-mono'] as const
export type Family = (typeof families)[number]

interface Package {
  name: string
  /** Subsets that are used: of a companion, those that no family of the site has. */
  subsets: RegExp
}

const latin = /^(latin|latin-ext|vietnamese)$/

/** Of like weight and width, and loaded by a page only when the owner's name needs one. */
const companions: Package[] = [
  { name: 'alexandria', subsets: /^arabic$/ },
  { name: 'heebo', subsets: /^hebrew$/ },
  { name: 'inter', subsets: /^(cyrillic|greek)(-ext)?$/ },
  { name: 'noto-sans-sc', subsets: /^\[\d+\]$/ },
]

interface Subset {
  package: string
  file: string
  ranges: readonly (readonly [number, number])[]
}

/** Chinese comes in a hundred files; a title needs a handful. */
const maxOpenFaces = 24

const require = createRequire(join(root, 'package.json'))

/** One font file, opened. */
export class Face {
  readonly package: string
  readonly file: string
  /** Font units in 1 em. */
  readonly unitsPerEm: number
  readonly #harfbuzz: Harfbuzz
  readonly #face: HarfbuzzFace
  readonly #instances = new Map<number, Font>()

  constructor(harfbuzz: Harfbuzz, subset: Subset, sfnt: Uint8Array) {
    this.package = subset.package
    this.file = subset.file
    this.#harfbuzz = harfbuzz
    this.#face = new harfbuzz.Face(new harfbuzz.Blob(sfnt))
    this.unitsPerEm = this.#face.upem
  }

  /** @param weight of the few that the design names, so that few instances exist. */
  instance(weight: 500 | 600 | 700): Font {
    const open = this.#instances.get(weight)
    if (open) return open
    const font = new this.#harfbuzz.Font(this.#face)
    font.setVariations([new this.#harfbuzz.Variation('wght', weight)])
    this.#instances.set(weight, font)
    return font
  }

  has(codePoint: number): boolean {
    return this.instance(600).nominalGlyph(codePoint) !== undefined
  }
}

/** The faces of one app: subsets are looked up by character and opened when first needed. */
export class Faces {
  readonly #open = new LRUCache<string, Face, Subset>({
    max: maxOpenFaces,
    ignoreFetchAbort: true,
    fetchMethod: (_file, _stale, { context: subset }) => read(subset),
  })
  readonly #subsets = new Map<string, Subset[]>()

  /** The face a browser takes for this character, or null where only a system font may have it. */
  async find(character: string, family: Family): Promise<Face | null> {
    const points = [...character].map((point) => point.codePointAt(0) ?? 0)
    for (const subset of this.#inOrder(family)) {
      if (!points.every((point) => within(subset, point))) continue
      const face = await this.#open.forceFetch(subset.file, { context: subset })
      if (points.every((point) => face.has(point))) return face
    }
    return null
  }

  #inOrder(family: Family): Subset[] {
    const known = this.#subsets.get(family)
    if (known) return known
    const packages = [{ name: family, subsets: latin }, ...companions]
    const subsets = packages.flatMap(subsetsOf)
    this.#subsets.set(family, subsets)
    return subsets
  }
}

async function read(subset: Subset): Promise<Face> {
  const [harfbuzz, { default: decompress }, packed] = await Promise.all([
    import('harfbuzzjs'),
    import('woff2-encoder/decompress'),
    readFile(fontPath(subset.file)),
  ])
  return new Face(harfbuzz, subset, await decompress(packed))
}

/** Where a font file lies. @param file a name from `Face.file`, which begins with its package; never one from a request. */
export function fontPath(file: string): string {
  const names = [...families, ...companions.map(({ name }) => name)]
  const name = names.findLast((one) => file.startsWith(`${one}-`))
  return require.resolve(`@fontsource-variable/${name}/files/${file}`)
}

function subsetsOf({ name, subsets }: Package): Subset[] {
  const listed: Record<string, string> = JSON.parse(
    readFileSync(require.resolve(`@fontsource-variable/${name}/unicode.json`), 'utf8'),
  )
  // Latin before Latin Extended, as the browser finds them: the files list the more special one first.
  return Object.entries(listed)
    .filter(([subset]) => subsets.test(subset))
    .reverse()
    .map(([subset, ranges]) => ({
      package: name,
      file: `${name}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
      ranges: ranges.split(',').map(readRange),
    }))
}

/** @param range as CSS writes it: U+0131 or U+0000-00FF. */
function readRange(range: string): readonly [number, number] {
  const [first = '', last = first] = range.trim().slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function within({ ranges }: Subset, point: number): boolean {
  return ranges.some(([first, last]) => point >= first && point <= last)
}
