// The font files: which one has a character, opened for measuring and for drawing; and what these have to know of each pair of
// typefaces next to its styles.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Font, Face as HarfbuzzFace } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import {
  type Family,
  families,
  type PairStyle,
  pairStyles,
  type TypePair,
} from '../../contract/type-pairs.ts'
import { root } from '../root.ts'

type Harfbuzz = typeof import('harfbuzzjs')

/** A pair as the hero has it. */
export interface Type extends PairStyle {
  /** em after each letter of the name: tighter than in headings. */
  tracking: number
  /** em; where browsers put the baseline in a line of any height follows from the first two (table hhea of the file). */
  ascent: number
  descent: number
  /** The top of most capitals and ascenders above the baseline. */
  top: number
  /** Letters end in serifs: these stand at the margin, where of other faces the stems do. */
  hasSerifs: boolean
  xHeight: number
}

export const types: Record<TypePair, Type> = {
  plain: {
    ...pairStyles.plain,
    tracking: -0.044,
    ascent: 1.025,
    descent: 0.225,
    top: 0.69,
    hasSerifs: false,
    xHeight: 0.5,
  },
  bookish: {
    ...pairStyles.bookish,
    tracking: -0.03,
    ascent: 0.735,
    descent: 0.265,
    top: 0.72,
    hasSerifs: true,
    xHeight: 0.426,
  },
  typewriter: {
    ...pairStyles.typewriter,
    tracking: -0.075,
    ascent: 1.005,
    descent: 0.295,
    top: 0.74,
    hasSerifs: false,
    xHeight: 0.53,
  },
}

interface Package {
  name: string
  /** Those that are used. */
  subsets: RegExp
  /** It is for the characters that no family has: of like weight and width, and loaded only where the owner's name needs it. */
  isCompanion?: true
}

/** What the site's own families lack comes from the companions. */
const packages: Package[] = [
  ...families.map((name) => ({ name, subsets: /^(latin|latin-ext|vietnamese)$/ })),
  { name: 'alexandria', subsets: /^arabic$/, isCompanion: true },
  { name: 'heebo', subsets: /^hebrew$/, isCompanion: true },
  { name: 'inter', subsets: /^(cyrillic|greek)(-ext)?$/, isCompanion: true },
  { name: 'noto-sans-sc', subsets: /^\[\d+\]$/, isCompanion: true },
]

interface Subset {
  package: Package
  file: string
  /** Matches text of characters that it may have. */
  range: RegExp
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
    this.package = subset.package.name
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

  has(character: string): boolean {
    const font = this.instance(600)
    return [...character].every((point) => font.nominalGlyph(point.codePointAt(0) ?? 0) !== undefined)
  }
}

/** The faces of one app: subsets are looked up by character and opened when first needed. */
export class Faces {
  readonly #open = new LRUCache<string, Face, Subset>({
    max: maxOpenFaces,
    ignoreFetchAbort: true,
    fetchMethod: (_file, _stale, { context: subset }) => read(subset),
  })
  #subsets: Subset[] | undefined

  /** The face a browser takes for this character, or null where only a system font may have it. */
  async find(character: string, family: Family): Promise<Face | null> {
    this.#subsets ??= packages.flatMap(subsetsOf)
    for (const subset of this.#subsets) {
      const isUsed = subset.package.isCompanion || subset.package.name === family
      if (!isUsed || !subset.range.test(character)) continue
      const face = await this.#open.forceFetch(subset.file, { context: subset })
      if (face.has(character)) return face
    }
    return null
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
  const found = packages.findLast(({ name }) => file.startsWith(`${name}-`))
  return require.resolve(`@fontsource-variable/${found?.name}/files/${file}`)
}

function subsetsOf(from: Package): Subset[] {
  const { name, subsets } = from
  const listed: Record<string, string> = JSON.parse(
    readFileSync(require.resolve(`@fontsource-variable/${name}/unicode.json`), 'utf8'),
  )
  // Latin before Latin Extended, as the browser finds them: the files list the more special one first.
  return Object.entries(listed)
    .filter(([subset]) => subsets.test(subset))
    .reverse()
    .map(([subset, ranges]) => ({
      package: from,
      file: `${name}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
      range: rangeOf(ranges),
    }))
}

/** @param ranges as CSS writes them: U+0000-00FF,U+0131 */
function rangeOf(ranges: string): RegExp {
  const characters = ranges.replace(/U\+/gi, '').replace(/[\da-f]+/gi, '\\u{$&}')
  return new RegExp(`^[${characters.replace(/[,\s]/g, '')}]+$`, 'u')
}
