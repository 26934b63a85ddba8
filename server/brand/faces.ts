// The font files: which one has a character, opened for measuring and for drawing; and what these have to know of each pair of
// typefaces next to its styles.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import {
  type Family,
  families,
  type PairStyle,
  pairStyles,
  type TypePair,
} from '../../contract/type-pairs.ts'
import { root } from '../root.ts'

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
  hasSerifs?: true
  xHeight: number
}

export const types: Record<TypePair, Type> = {
  plain: {
    ...pairStyles.plain,
    tracking: -0.044,
    ascent: 1.025,
    descent: 0.225,
    top: 0.69,
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
    xHeight: 0.53,
  },
}

/**
 * The subsets that are used of each package. What the site's own families lack comes from the others, companions of like weight
 * and width, each of which is loaded only where the owner's name needs it.
 */
const packages: Record<string, RegExp> = {
  ...Object.fromEntries(families.map((name) => [name, /^(latin|latin-ext|vietnamese)$/])),
  alexandria: /^arabic$/,
  heebo: /^hebrew$/,
  inter: /^(cyrillic|greek)(-ext)?$/,
  'noto-sans-sc': /^\[\d+\]$/,
}

type Subset = ReturnType<typeof subsetsOf>[number]

/** Chinese comes in a hundred files; a title needs a handful. */
const maxOpenFaces = 24

const require = createRequire(join(root, 'package.json'))

/** The faces of one app: subsets are looked up by character and opened when first needed. */
export class Faces {
  readonly #open = new LRUCache<Subset, Face>({
    max: maxOpenFaces,
    ignoreFetchAbort: true,
    fetchMethod: open,
  })
  #subsets: Subset[] | undefined

  /** The face a browser takes for this character, or null where only a system font may have it. */
  async find(character: string, family: Family): Promise<Face | null> {
    this.#subsets ??= Object.entries(packages).flatMap(subsetsOf)
    for (const subset of this.#subsets) {
      const isCompanion = !families.some((name) => name === subset.package)
      if (!(isCompanion || subset.package === family) || !subset.range.test(character)) continue
      const face = await this.#open.forceFetch(subset)
      if (face.has(character)) return face
    }
    return null
  }
}

/** One font file, opened. */
export type Face = Awaited<ReturnType<typeof open>>

async function open({ package: name, file }: Subset) {
  const [{ Blob, Face, Font, Variation }, { default: decompress }, packed] = await Promise.all([
    import('harfbuzzjs'),
    import('woff2-encoder/decompress'),
    readFile(fontPath(file)),
  ])
  const face = new Face(new Blob(await decompress(packed)))
  const font = new Font(face)
  return {
    package: name,
    file,
    /** Of one font unit. */
    em: 1 / face.upem,
    /** For what is set now: the same font has the next weight. */
    inWeight(weight: 500 | 600 | 700) {
      font.setVariations([new Variation('wght', weight)])
      return font
    },
    has: (character: string) =>
      [...character].every((point) => font.nominalGlyph(point.codePointAt(0) ?? 0) !== undefined),
  }
}

/** Where a font file lies. @param file a name from `Face.file`, which begins with its package; never one from a request. */
export function fontPath(file: string): string {
  const found = Object.keys(packages).findLast((name) => file.startsWith(`${name}-`))
  return require.resolve(`@fontsource-variable/${found}/files/${file}`)
}

function subsetsOf([name, subsets]: [string, RegExp]) {
  const listed: Record<string, string> = require(`@fontsource-variable/${name}/unicode.json`)
  // Latin before Latin Extended, as the browser finds them: the files list the more special one first.
  return Object.entries(listed)
    .filter(([subset]) => subsets.test(subset))
    .reverse()
    .map(([subset, ranges]) => ({
      package: name,
      file: `${name}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
      /** Matches text of characters that it may have. */
      range: rangeOf(ranges),
    }))
}

/** @param ranges as CSS writes them: U+0000-00FF,U+0131 */
function rangeOf(ranges: string): RegExp {
  const characters = ranges.replace(/U\+/gi, '').replace(/[\da-f]+/gi, '\\u{$&}')
  return new RegExp(`^[${characters.replace(/[,\s]/g, '')}]+$`, 'u')
}
