// How large the owner's name is set in the hero, and on how many lines: numbers for web/site/hero.module.css.
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
/** That of the style sheet. */
const usualTopMargin = -0.085
const arabic = { '--lead': 1.24, '--lead-n': 1.24, '--top': 0.02, '--foot': 0.27 }

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
    ...outside(lines),
    ...tracked(whole, type),
    ...lifted(type),
    ...(/\p{Script=Arabic}/u.test(text) ? arabic : vertical(type, whole, wide, narrow)),
  }
  return {
    lines: textsOf(lines, text),
    isBrokenWide: wide.length > 1,
    isBrokenNarrow: narrow.length > 1,
    // A bound may be passed by an unusual system font: such a name wraps rather than being cut.
    mayWrap: whole.line.hasUnknown,
    measures,
  }
}

/** Each line with the space that follows it in the name, so that the lines together read as the name. */
function textsOf(lines: readonly NameLine[], name: string): string[] {
  let start = 0
  return lines.map(({ line }) => {
    const end = start + line.text.length
    const next = name[end] === ' ' ? end + 1 : end
    const text = name.slice(start, next)
    start = next
    return text
  })
}

/** How far ink reaches to the left of the name's box: a hook may hang out over the margin, not over the screen's edge. */
function outside(lines: readonly NameLine[]): Record<string, number> {
  const first = lines[0]?.hang ?? 0
  const left = Math.min(...lines.map(({ line, hang }) => first - hang + line.ink.left))
  return left < -0.005 ? { '--out': round(-left) } : {}
}

function tracked({ line }: NameLine, { tracking, wordSpacing }: Type): Record<string, number> {
  return {
    ...(line.isOwn ? (tracking === types.plain.tracking ? {} : { '--track': tracking }) : { '--track': 0 }),
    ...(wordSpacing === 0 ? {} : { '--word': wordSpacing }),
  }
}

/** Marks above the first line, deep letters over high ones and deep letters of the last line need more space than usual. */
function vertical(type: Type, whole: NameLine, wide: NameLine[], narrow: NameLine[]): Record<string, number> {
  const aboveBaseline = usualLeading.wide - belowBaseline(type, usualLeading.wide)
  const top = round(topGap + Math.max(type.top, whole.line.ink.top) - aboveBaseline)
  const leading = leadingOf(linesOf(wide), usualLeading.wide)
  const leadingNarrow = leadingOf(linesOf(narrow), usualLeading.narrow)
  const deep = round(depthOf(wide, leading))
  const deepNarrow = round(depthOf(narrow, leadingNarrow))
  return {
    ...(top === usualTopMargin ? {} : { '--top': top }),
    ...(deep > 0 ? { '--deep': deep } : {}),
    ...(deepNarrow > 0 ? { '--deep-n': deepNarrow } : {}),
    ...(leading > usualLeading.wide ? { '--lead': round(leading) } : {}),
    ...(leadingNarrow > usualLeading.narrow ? { '--lead-n': round(leadingNarrow) } : {}),
  }
}

const linesOf = (lines: readonly NameLine[]) => lines.map(({ line }) => line)

/** Where a face leaves more below its baseline than the delivered one, what follows comes nearer by it. */
function lifted(type: Type): Record<string, number> {
  const lift = round(belowBaseline(type, 1) - belowBaseline(types.plain, 1))
  return lift === 0 ? {} : { '--rise': lift }
}

/** How far the ink of the last line reaches below the name's box, less what is lifted. */
function depthOf(lines: readonly NameLine[], leading: number): number {
  return -(lines.at(-1)?.line.ink.bottom ?? 0) - belowBaseline(types.plain, leading)
}

/** em from the baseline to the foot of a line's box. */
const belowBaseline = ({ ascent, descent }: Type, leading: number) =>
  (leading - ascent - descent) / 2 + descent

const round = (em: number) => Math.round(em * 1000) / 1000
/** Of a divisor: rounded the other way, the name could be a hair too wide. */
const up = (em: number) => Math.ceil(em * 1000 - 0.4) / 1000
