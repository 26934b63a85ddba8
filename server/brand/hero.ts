// How large the owner's name is set in the hero, and on how many lines: numbers for web/site/home/home.module.css.
import type { HeroName } from '../../contract/responses/site.ts'
import { breakName, leadingOf, type NameLine, setName, widest } from './break-name.ts'
import type { Faces } from './faces.ts'
import { type Type, types } from './type.ts'

/** em that are added to the widest line as a gap at the right, larger on narrow screens. */
const gap = { wide: 0.028, narrow: 0.178 }
/** em; above 960 px a wider name goes on two lines. */
const widestLine = 8
/** Up to 960 px a second line must make the name this many times larger. */
const narrowGain = 1.25
/** em from the greeting to the ink of the name. */
const topGap = 0.095
const usualLeading = { wide: 0.94, narrow: 0.93 }
const arabic = { '--lead': 1.24, '--lead-n': 1.24, '--top': 0.02, '--foot': 0.27 }
/** Those of the style sheet, which are not told. */
const usual: Record<string, number> = {
  '--out': 0,
  '--track': types.plain.tracking,
  '--word': 0,
  '--rise': 0,
  '--top': -0.085,
  '--deep': 0,
  '--deep-n': 0,
  '--lead': usualLeading.wide,
  '--lead-n': usualLeading.narrow,
}

/** @param name 2 to 60 characters. The same name always gives the same numbers. */
export async function heroName(faces: Faces, name: string, type: Type = types.plain): Promise<HeroName> {
  const text = name.normalize('NFC').trim().replace(/\s+/gu, ' ')
  const whole = await setName(faces, type, text)
  const broken = await breakName(faces, type, text, 2)
  const wide = broken && whole.width > widestLine ? broken : [whole]
  const gain = broken ? (whole.width + gap.narrow) / (widest(broken) + gap.narrow) : 0
  const narrow = broken && gain >= narrowGain ? broken : [whole]
  const lines = wide.length > narrow.length ? wide : narrow
  const measures = {
    '--w': up(widest(wide) + gap.wide),
    '--n': up(widest(narrow) + gap.narrow),
    '--hang': round(lines[0]?.hang ?? 0),
    ...(lines[1] ? { '--hang-2': round(lines[1].hang) } : {}),
    '--out': outside(lines),
    '--track': whole.line.isOwn ? type.tracking : 0,
    '--word': type.wordSpacing,
    // Where a face leaves more below its baseline than the delivered one, what follows comes nearer by it.
    '--rise': round(belowBaseline(type, 1) - belowBaseline(types.plain, 1)),
    ...(/\p{Script=Arabic}/u.test(text) ? arabic : vertical(type, whole, wide, narrow)),
  }
  const second = lines[1]?.line.text ?? ''
  return {
    // With the space between them, so that the lines together read as the name.
    lines: [text.slice(0, text.length - second.length), ...(second ? [second] : [])],
    isBrokenWide: wide.length > 1,
    isBrokenNarrow: narrow.length > 1,
    // A bound may be passed by an unusual system font: such a name wraps rather than being cut.
    mayWrap: whole.line.hasUnknown,
    measures: Object.fromEntries(Object.entries(measures).filter(([name, value]) => value !== usual[name])),
  }
}

/** How far ink reaches to the left of the name's box: a hook may hang out over the margin, not over the screen's edge. */
function outside(lines: readonly NameLine[]): number {
  const first = lines[0]?.hang ?? 0
  const left = Math.min(...lines.map(({ line, hang }) => first - hang + line.ink.left))
  return left < -0.005 ? round(-left) : 0
}

/** Marks above the first line, deep letters over high ones and deep letters of the last line need more space than usual. */
function vertical(type: Type, whole: NameLine, wide: NameLine[], narrow: NameLine[]): Record<string, number> {
  const aboveBaseline = usualLeading.wide - belowBaseline(type, usualLeading.wide)
  const leading = leadingOf(linesOf(wide), usualLeading.wide)
  const leadingNarrow = leadingOf(linesOf(narrow), usualLeading.narrow)
  return {
    '--top': round(topGap + Math.max(type.top, whole.line.ink.top) - aboveBaseline),
    '--deep': depthOf(wide, leading),
    '--deep-n': depthOf(narrow, leadingNarrow),
    '--lead': round(leading),
    '--lead-n': round(leadingNarrow),
  }
}

const linesOf = (lines: readonly NameLine[]) => lines.map(({ line }) => line)

/** How far the ink of the last line reaches below the name's box, less what is lifted. */
function depthOf(lines: readonly NameLine[], leading: number): number {
  const depth = -(lines.at(-1)?.line.ink.bottom ?? 0) - belowBaseline(types.plain, leading)
  return Math.max(0, round(depth))
}

/** em from the baseline to the foot of a line's box. */
const belowBaseline = ({ ascent, descent }: Type, leading: number) =>
  (leading - ascent - descent) / 2 + descent

const round = (em: number) => Math.round(em * 1000) / 1000
/** Of a divisor: rounded the other way, the name could be a hair too wide. */
const up = (em: number) => Math.ceil(em * 1000 - 0.4) / 1000
