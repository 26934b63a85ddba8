// What the buttons of the Markdown field do to a text and its selection. Each returns one replacement, which the browser
// makes as if it was typed, so that undo takes it back.

export interface Selection {
  start: number
  end: number
}

/** The text from `start` to `end` becomes `text`; `selected` is then selected, counted from the start of the whole text. */
export interface Edit extends Selection {
  text: string
  selected: Selection
}

const marks = { bold: '**', italic: '*' } as const
export type Mark = keyof typeof marks

/** Marks what is selected, or the word at the caret, or a text to type over; unmarks what is marked already. */
export function toggleMark(value: string, selection: Selection, mark: Mark): Edit {
  const sign = marks[mark]
  const { start, end } = withoutSigns(value, wordsOf(value, selection))
  if (start >= end) {
    const text = `${mark} text`
    return replaced(end, end, `${sign}${text}${sign}`, sign.length, text.length)
  }
  const text = value.slice(start, end)
  // Three signs are bold and italic.
  const signs = signsAround(value, start, end)
  if (mark === 'bold' ? signs >= 2 : signs === 1 || signs >= 3)
    return replaced(start - sign.length, end + sign.length, text, 0, text.length)
  // Emphasis ends with its paragraph.
  const parts = text.split(/(\n[^\S\n]*\n\s*)/)
  const marked = parts.map((part, at) => (at % 2 === 0 ? `${sign}${part}${sign}` : part)).join('')
  return parts.length === 1
    ? replaced(start, end, marked, sign.length, text.length)
    : replaced(start, end, marked, 0, marked.length)
}

/** The signs may be part of the selection, or stand around it. */
function withoutSigns(value: string, { start, end }: Selection): Selection {
  const inner = value.slice(start, end)
  return { start: start + countAfter(inner, 0, isSign), end: end - countBefore(inner, inner.length, isSign) }
}

function signsAround(value: string, start: number, end: number): number {
  return Math.min(countBefore(value, start, isSign), countAfter(value, end, isSign))
}

const isSign = (character: string) => character === '*'
const isOfWord = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character)

/** Characters in a row before a place of the text that are what is asked for. */
function countBefore(text: string, place: number, isWanted: (character: string) => boolean): number {
  let at = place
  while (at > 0 && isWanted(text.charAt(at - 1))) at--
  return place - at
}

function countAfter(text: string, place: number, isWanted: (character: string) => boolean): number {
  let at = place
  while (at < text.length && isWanted(text.charAt(at))) at++
  return at - place
}

// Of writing that has spaces between words, with the signs of emphasis around it.
const wordEnd = /(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}.,;:!?)\]][*_]*$/u
const wordStart = /^[*_]*(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}[]/u

/**
 * What is selected becomes a link, whose URL is then selected; a selected URL becomes the link's, and its text is. A link
 * at the edge of a word gets a space between them.
 */
export function addLink(value: string, selection: Selection): Edit {
  const { start, end } = wordsOf(value, selection)
  const inner = value.slice(start, end)
  // What is selected within a word stays a part of it.
  const isNew = inner === ''
  const before = isNew && wordEnd.test(value.slice(0, start)) ? ' ' : ''
  const after = isNew && wordStart.test(value.slice(end)) ? ' ' : ''
  const link = (text: string, url: string, from: number, length: number) =>
    replaced(start, end, `${before}[${text}](${url})${after}`, before.length + from, length)
  const text = inner || 'link text'
  if (/^(?:https?:\/\/|mailto:)\S+$/i.test(inner)) return link('link text', inner, 1, 'link text'.length)
  const url = 'https://'
  return link(text, url, text.length + 3, url.length)
}

/** Each line that is selected becomes an item of a list; lines that all are items are none again. */
export function toggleList(value: string, { start, end }: Selection): Edit {
  const from = value.lastIndexOf('\n', start - 1) + 1
  const next = value.indexOf('\n', Math.max(start, end > start ? end - 1 : end))
  const to = next === -1 ? value.length : next
  const lines = value.slice(from, to).split('\n')
  const item = /^[-*+] /
  const filled = lines.filter((line) => line.trim() !== '')
  const isList = filled.length > 0 && filled.every((line) => item.test(line))
  const text = lines
    .map((line) => {
      if (isList) return line.replace(item, '')
      return item.test(line) || (line.trim() === '' && lines.length > 1) ? line : `- ${line}`
    })
    .join('\n')
  return lines.length === 1
    ? replaced(from, to, text, text.length, 0)
    : replaced(from, to, text, 0, text.length)
}

/** The selection without spaces at its ends, which Markdown does not take; the word at a caret. */
function wordsOf(value: string, { start, end }: Selection): Selection {
  if (start === end) {
    const before = countBefore(value, start, isOfWord)
    const after = countAfter(value, start, isOfWord)
    // At the edge of a word something new begins.
    return before > 0 && after > 0 ? { start: start - before, end: end + after } : { start, end }
  }
  const inner = value.slice(start, end)
  if (inner.trim() === '') return { start: end, end }
  return {
    start: start + inner.length - inner.trimStart().length,
    end: end - inner.length + inner.trimEnd().length,
  }
}

function replaced(start: number, end: number, text: string, from: number, length: number): Edit {
  return { start, end, text, selected: { start: start + from, end: start + from + length } }
}
