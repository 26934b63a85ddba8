// Text on a share image: broken into lines, made to fit, and drawn as outlines.
import type { Faces } from './faces.ts'
import { graphemes, type Line, pathOf, setText, type TextStyle } from './set-text.ts'
import type { Type } from './type.ts'

type Style = Omit<TextStyle, 'kerning'>

/** A little wider than the hero's name. */
export const display = ({ display: family, weight, tracking, wordSpacing }: Type): Style => ({
  family,
  weight,
  tracking: tracking + 0.009,
  wordSpacing,
})
export const small = ({ text: family }: Type): Style => ({ family, weight: 500, tracking: 0 })

/** Sets a text, or a part of it, in one style. */
export type Setter = (text: string) => Promise<Line>

/** Caches what it has set: to break and to fit a text, the same words are set over and over. */
export function setter(faces: Faces, style: Style): Setter {
  const lines = new Map<string, Promise<Line>>()
  return (text) => {
    const line = lines.get(text) ?? set(faces, text, style)
    lines.set(text, line)
    return line
  }
}

/** Sets what can be drawn: characters without a face are left out. */
async function set(faces: Faces, text: string, style: Style): Promise<Line> {
  const textStyle: TextStyle = { ...style, kerning: true }
  const line = await setText(faces, text, textStyle)
  if (line.isOwn) return line
  const drawable: string[] = []
  for (const character of graphemes(text))
    if (await faces.find(character, style.family)) drawable.push(character)
  return setText(faces, drawable.join('').trim(), { ...textStyle, tracking: 0 })
}

export const widthOf = ({ ink }: Line) => ink.right - ink.left

/** @param x where the ink begins, in pixels */
export function draw(line: Line, x: number, baseline: number, size: number, colour: string): string {
  return `<path fill="${colour}" d="${pathOf(line.glyphs.flat(), x - line.ink.left * size, baseline, size)}"/>`
}

/**
 * Breaks a text into the fewest lines that its width allows, then evens them out.
 * @param width in em
 * @returns null when it takes more than `maxLines` lines
 */
export async function wrap(
  set: Setter,
  text: string,
  width: number,
  maxLines: number,
): Promise<Line[] | null> {
  const greedy = await fill(set, text, width)
  if (!greedy || greedy.length > maxLines) return null
  // As narrow as the same number of lines allows (CSS: text-wrap: balance).
  let [low, high] = [width / 2, width]
  let lines = greedy
  for (let tries = 0; tries < 6; tries++) {
    const middle = (low + high) / 2
    const narrower = await fill(set, text, middle)
    if (narrower && narrower.length <= greedy.length) {
      lines = narrower
      high = middle
    } else low = middle
  }
  return lines
}

/** Null when a word is wider than the line. */
async function fill(set: Setter, text: string, width: number): Promise<Line[] | null> {
  const lines: Line[] = []
  let current: Line | null = null
  let words = ''
  for (const word of wordsOf(text)) {
    const longer = await set(words + word)
    if (current && widthOf(longer) > width) {
      lines.push(current)
      words = word.trimStart()
      current = await set(words)
    } else {
      words += word
      current = longer
    }
    if (widthOf(current) > width) return null
  }
  return current ? [...lines, current] : lines
}

/** Words with the space before them; between Chinese, Japanese and Korean characters a line may end anywhere. */
function wordsOf(text: string): string[] {
  const cjk = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
  return text.trim().match(new RegExp(`\\s*(?:[${cjk}]|[^\\s${cjk}]+-?)`, 'gu')) ?? []
}

/** One line, cut off with an ellipsis where it is wider than `width` (em). */
export async function cut(set: Setter, text: string, width: number): Promise<Line> {
  const whole = await set(text)
  if (widthOf(whole) <= width) return whole
  const characters = graphemes(text)
  let [fits, tooLong] = [0, characters.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    const line = await set(`${characters.slice(0, middle).join('').trimEnd()}…`)
    if (widthOf(line) <= width) fits = middle
    else tooLong = middle
  }
  return set(`${characters.slice(0, fits).join('').trimEnd()}…`)
}
