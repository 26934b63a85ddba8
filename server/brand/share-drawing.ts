// The share images as drawings: everything but the photograph, as SVG text made of outlines only. Text is broken into lines and
// made to fit.
import { domainToUnicode } from 'node:url'
import { markerStroke } from '../../contract/accent.ts'
import { shareImageSize } from '../../contract/images.ts'
import type { ShareImageJob } from '../images/protocol.ts'
import type { BrandBook } from './brand.ts'
import type { Type } from './faces.ts'
import { breakName, leadingOf, nameSetter, widest } from './hero.ts'
import { colours, type DrawnMark, type MarkerColours, placed } from './mark.ts'
import { graphemes, type Line, pathOf, type Setter, setter, type TextStyle } from './set-text.ts'

/** Pixels, as all numbers here: where the photograph goes. */
type Frame = ShareImageJob['frame']
export type Drawing = ReturnType<typeof sheet>

const margin = 64
const ownerFrame: Frame = { left: 776, top: 90, width: 360, height: 450 }
const projectFrame: Frame = { left: 480, top: 69, width: 656, height: 492 }
/** em */
const ascender = 0.667
/** Below the baseline; deeper letters make the name smaller. */
const usualDepth = 0.06
const nameLeading = 0.93
const roleLeading = 1.24
const titleLeading = 0.98
const markSize = 56
/** Of the text next to the mark. */
const textLeft = margin + markSize + 16
const roleFit = { width: 640, largest: 52, smallest: 16, maxLines: 2 }
const titleFit = { width: 372, largest: 84, smallest: 44, maxLines: 4 }

/**
 * @param mark its image, if it has one, is shown at 260 pixels at most
 * @param publicUrl whose host is shown under the role
 */
export async function ownerDrawing(book: BrandBook, mark: DrawnMark, publicUrl: string): Promise<Drawing> {
  const { faces, content, type } = book
  const roleFoot = 454
  // The role's size depends on the name's, and the name gets the space that the role leaves: two passes are enough.
  const roleSetter = setter(faces, display(type))
  let role = await fitText(roleSetter, content.hero.role, roleFit)
  const text = content.name.owner.normalize('NFC').trim()
  const nameSet = nameSetter(faces, type)
  const ways = await Promise.all([1, 2, 3].map((count) => breakName(nameSet, text, count)))
  const fitName = () =>
    largest(ways, roleFoot - ownerFrame.top - role.size * roleLeading * role.lines.length - 24)
  const largestRole = Math.min(52, Math.max(30, 0.8 * fitName().size))
  role = await fitText(roleSetter, content.hero.role, { ...roleFit, largest: largestRole })
  const { hostname, port } = new URL(publicUrl)
  // As its owner writes it: `müller.example`, not `xn--mller-kva.example`.
  const hostText = domainToUnicode(hostname) + (port && `:${port}`)
  const host = await cut(setter(faces, small(type)), hostText, 600 / 26)
  return sheet(book, mark, ownerFrame, [
    ...stacked(fitName(), ownerFrame.top, nameLeading),
    ...drawRole(role, roleFoot, book.marker),
    draw(host, textLeft, middleOf(ownerFrame) + 0.35 * 26, 26, colours.ink2),
  ])
}

export async function projectDrawing(book: BrandBook, mark: DrawnMark, title: string): Promise<Drawing> {
  const { faces, content, type } = book
  const set = await fitText(setter(faces, display(type)), title, titleFit)
  const line = { width: projectFrame.left - 44 - textLeft, smallest: 14, maxLines: 1 }
  const ownerSetter = setter(faces, { ...display(type), tracking: -0.02 })
  const name = await fitText(ownerSetter, content.name.owner, { ...line, largest: 28 })
  const role = await fitText(setter(faces, small(type)), content.hero.role, { ...line, largest: 22 })
  const middle = middleOf(projectFrame)
  return sheet(book, mark, projectFrame, [
    ...stacked(set, projectFrame.top, titleLeading),
    ...name.lines.map((line) => draw(line, textLeft, middle - 3, name.size, colours.ink)),
    ...role.lines.map((line) => draw(line, textLeft, middle + 22, role.size, colours.ink2)),
  ])
}

/** Lines, and the pixels of 1 em. */
interface Sized {
  lines: Line[]
  size: number
}

/** The largest of one, two or three lines; one more line has to gain something. */
function largest(ways: (Line[] | null)[], height: number): Sized {
  const [maxSize, gap] = [160, 0.028]
  let best: Sized = { lines: [], size: 0 }
  for (const lines of ways) {
    if (!lines) continue
    const deep = Math.max(0, -(lines.at(-1)?.ink.bottom ?? 0) - usualDepth)
    const tall = highestOf(lines) + (lines.length - 1) * leadingOf(lines, nameLeading) + deep
    const size = Math.min(roleFit.width / (widest(lines) + gap), maxSize, height / tall)
    if (size > best.size + 0.5) best = { lines, size }
  }
  return best
}

/** @param foot of the last line's box */
function drawRole({ lines, size }: Sized, foot: number, marker: MarkerColours): string[] {
  // The delivered face reaches 0.18 em below its baseline; around a deeper one the marker is lower.
  const deepest = Math.min(...lines.map(({ ink }) => ink.bottom))
  const above = 1.035 - 1.5 * Math.max(0, -deepest - 0.18)
  return lines.flatMap((line, index) => {
    const baseline = foot - size * (0.22 + roleLeading * (lines.length - 1 - index))
    const box = { top: baseline - above * size, height: 1.28 * size, width: (line.width + 0.34) * size }
    return [
      `<path fill="${marker.onPaper}" transform="translate(${margin - 0.14 * size} ${box.top}) scale(${box.width / 200} ${box.height / 40})" d="${markerStroke}"/>`,
      draw(line, margin, baseline, size, marker.text),
    ]
  })
}

/** A text as large as its lines allow; one that is too long even when small ends with an ellipsis. */
async function fitText(
  set: Setter,
  text: string,
  { width, largest, smallest, maxLines }: typeof roleFit,
): Promise<Sized> {
  for (let size = largest; size >= smallest; size -= 2) {
    const lines = await wrap(set, text, width / size, maxLines)
    if (lines) return { lines, size }
  }
  const lines: Line[] = []
  let rest = text.trim()
  while (rest !== '' && lines.length < maxLines) {
    const line = await cut(set, rest, width / smallest)
    const isLast = lines.length === maxLines - 1 || !line.text.endsWith('…')
    const words = isLast ? rest : line.text.slice(0, -1).replace(/(?<=.) [^ ]*$/, '')
    lines.push(isLast ? line : await set(words))
    rest = rest.slice(words.length).trim()
  }
  return { lines, size: smallest }
}

/** The middle of the mark at the left, whose foot is that of the frame. */
const middleOf = ({ top, height }: Frame) => top + height - markSize / 2

function sheet(book: BrandBook, mark: DrawnMark, frame: Frame, texts: string[]) {
  const { width, height } = shareImageSize
  const columns = [52, 326, 600, 874, 1148].map((x) => `M${x} 0h1v${height}h-1z`)
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<path fill="${colours.paper}" d="M0 0h${width}v${height}H0z"/>`,
    `<path fill="${colours.line}" d="${columns.join('')}"/>`,
    cropMarks(frame),
    emptyPlate(mark, book.marker, frame),
    placed(mark, margin, middleOf(frame) - markSize / 2, markSize, colours.ink, book.marker.onPaper),
    ...texts,
    '</svg>',
  ].join('')
  return { svg, frame }
}

/** Stands where no photograph is laid over it. */
function emptyPlate(mark: DrawnMark, marker: MarkerColours, { left, top, width, height }: Frame): string {
  const size = Math.min(width, height) * 0.72
  const [x, y] = [left + (width - size) / 2, top + (height - size) / 2]
  return `<path fill="${marker.onPaper}" d="M${left} ${top}h${width}v${height}h${-width}z"/>${placed(mark, x, y, size, marker.text, colours.paper)}`
}

function cropMarks({ left, top, width, height }: Frame): string {
  const [right, bottom] = [left + width, top + height]
  const upright = [left, right - 2].flatMap((x) => [top - 20, bottom + 7].map((y) => `M${x} ${y}h2v13h-2z`))
  const level = [left - 20, right + 7].flatMap((x) => [top, bottom - 2].map((y) => `M${x} ${y}h13v2h-13z`))
  return `<path fill="${colours.ink}" d="${[...upright, ...level].join('')}"/>`
}

/** A little wider than the hero's name. */
function display({ display: family, weight, tracking, wordSpacing }: Type): TextStyle {
  return { family, weight, tracking: tracking + 0.009, wordSpacing, isDrawn: true }
}
const small = ({ text: family }: Type): TextStyle => ({ family, weight: 500, tracking: 0, isDrawn: true })

/** em above the first baseline. */
const highestOf = ([first]: readonly Line[]) => Math.max(ascender, first?.ink.top ?? 0)

/** Lines at the margin, one below the other. @param usual em from line to line */
function stacked({ lines, size }: Sized, top: number, usual: number): string[] {
  const leading = leadingOf(lines, usual)
  return lines.map((line, index) =>
    draw(line, margin, top + (highestOf(lines) + index * leading) * size, size, colours.ink),
  )
}

/** @param x where its hang is put, in pixels */
function draw(line: Line, x: number, baseline: number, size: number, colour: string): string {
  return `<path fill="${colour}" d="${pathOf(line.contours, x - line.hang * size, baseline, size)}"/>`
}

/**
 * Breaks a text into the fewest lines that its width allows, then evens them out.
 * @param width in em
 * @returns null when it takes more than `maxLines` lines
 */
async function wrap(set: Setter, text: string, width: number, maxLines: number): Promise<Line[] | null> {
  let lines = await fill(set, text, width, maxLines)
  if (!lines) return null
  // As narrow as the same number of lines allows (CSS: text-wrap: balance).
  let [low, high] = [width / 2, width]
  for (let tries = 0; tries < 6; tries++) {
    const middle = (low + high) / 2
    const narrower = await fill(set, text, middle, lines.length)
    if (narrower) [lines, high] = [narrower, middle]
    else low = middle
  }
  return lines
}

/** Null when a word is wider than the line, or the lines are too many. */
async function fill(set: Setter, text: string, width: number, maxLines: number): Promise<Line[] | null> {
  const lines: Line[] = []
  let words = ''
  for (const word of wordsOf(text)) {
    const fits = words !== '' && (await set(words + word)).width <= width
    if (fits) lines.pop()
    words = fits ? words + word : word.trimStart()
    const line = await set(words)
    if (line.width > width || lines.push(line) > maxLines) return null
  }
  return lines
}

/** Words with the space before them; between Chinese, Japanese and Korean characters a line may end anywhere. */
function wordsOf(text: string): string[] {
  const cjk = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
  return text.trim().match(new RegExp(`\\s*(?:[${cjk}]|[^\\s${cjk}]+-?)`, 'gu')) ?? []
}

/** One line, cut off with an ellipsis where it is wider than `width` (em). */
async function cut(set: Setter, text: string, width: number): Promise<Line> {
  const whole = await set(text)
  if (whole.width <= width) return whole
  const characters = graphemes(text)
  const first = (count: number) => set(`${characters.slice(0, count).join('').trimEnd()}…`)
  let [fits, tooLong] = [0, characters.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if ((await first(middle)).width <= width) fits = middle
    else tooLong = middle
  }
  return first(fits)
}
