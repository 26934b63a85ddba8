// What must survive a spreadsheet: quotes, separators, line breaks, and nothing that executes.
import { expect, test } from 'vitest'
import { cost } from '../../tests/support/properties.ts'
import { csvRow } from './csv.ts'

test('cells are quoted, quotes doubled, and separators stay inside their cell', () => {
  expect(csvRow(['Ann', '', 'say "hi"', 'a,b;c', 'one\ntwo\r\nthree', '1+1=2', ' a＝b'])).toBe(
    '"Ann","","say ""hi""","a,b;c","one\ntwo\r\nthree","1+1=2"," a＝b"\r\n',
  )
})

const harmless = (cell: string) => csvRow([cell]).slice(1, -3)

test('a cell that begins as a formula, also after what nobody sees, is text', () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n']
  // A blank, control and format characters, and what is none of these and as invisible: a joiner, a filler, a selector.
  const unseen = ['\u3000', '\u0001', '\u200b', '\ufeff', '\u034f', '\u3164', '\ufe0f']
  for (const first of [...signs, ...unseen.map((character) => `${character}=`)])
    expect(csvRow([`${first}cmd|' /C calc'!A0`])).toBe(`"'${first}cmd|' /C calc'!A0"\r\n`)
})

test('what a semicolon, a tab or a line break inside a cell makes a cell of its own is text, too, and a list stays', () => {
  for (const before of ['a;', 'a\t', 'a\r\n', 'a; ', 'a\n\u200b', '- a\n', 'a;"', 'a\n- 1\n'])
    for (const sign of ['=', '+', '-', '@', '＝'])
      expect(harmless(`${before}${sign}cmd|' /C calc'!A0`)).toMatch(/[;\t\n]'[ \u200b"]*[=+\-@＝]cmd/u)
  for (const call of ["- cmd|'/C calc'!A0", '- HYPERLINK("http://evil.example")'])
    for (const after of ['', '\n- a'])
      expect(harmless(`a\n${call}${after}`)).toBe(`a\n'${call.replaceAll('"', '""')}${after}`)
  for (const list of ['We need:\n- a site;\r\n  - with a shop', 'a;b\tc\nd-e', 'a -b\n\n1+1=2'])
    expect(harmless(list)).toBe(list)
  // As fast as any other text.
  const costOf = (length: number) =>
    cost(() => [' ', '\t', ';', '\n', ';\u200b '].map((text) => harmless(text.repeat(length))))
  expect(costOf(320_000)).toBeLessThan(64 * costOf(20_000))
})
