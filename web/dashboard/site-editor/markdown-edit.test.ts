// What the buttons of the Markdown field do. In the texts below ⟦ and ⟧ are the ends of the selection, | is the caret.
import { describe, expect, test } from 'vitest'
import { addLink, type Edit, type Selection, toggleList, toggleMark } from './markdown-edit.ts'

function run(marked: string, edit: (value: string, at: Selection) => Edit): string {
  const start = marked.search(/[⟦|]/)
  const end = marked.includes('⟦') ? marked.indexOf('⟧') - 1 : start
  const value = marked.replace(/[⟦⟧|]/g, '')
  const { text, selected, ...at } = edit(value, { start, end })
  const after = value.slice(0, at.start) + text + value.slice(at.end)
  const { start: from, end: to } = selected
  return from === to
    ? `${after.slice(0, from)}|${after.slice(from)}`
    : `${after.slice(0, from)}⟦${after.slice(from, to)}⟧${after.slice(to)}`
}

const bold = (value: string, at: Selection) => toggleMark(value, at, 'bold')
const italic = (value: string, at: Selection) => toggleMark(value, at, 'italic')

describe('Bold and Italic', () => {
  test.each([
    ['a ⟦word⟧ here', 'a **⟦word⟧** here'],
    ['a **⟦word⟧** here', 'a ⟦word⟧ here'],
    ['a ⟦**word**⟧ here', 'a ⟦word⟧ here'],
    // Spaces at the ends would make it no emphasis.
    ['a⟦ word ⟧here', 'a **⟦word⟧** here'],
    ['a wo|rd here', 'a **⟦word⟧** here'],
    ['a **wo|rd** here', 'a ⟦word⟧ here'],
    ['a |', 'a **⟦bold text⟧**'],
    ['a word|', 'a word**⟦bold text⟧**'],
    ['⟦   ⟧', '   **⟦bold text⟧**'],
    ['*⟦word⟧*', '***⟦word⟧***'],
    ['***⟦word⟧***', '*⟦word⟧*'],
    ['⟦one\n\ntwo⟧', '⟦**one**\n\n**two**⟧'],
    ['żó|łć', '**⟦żółć⟧**'],
  ])('bold: %j becomes %j', (before, after) => {
    expect(run(before, bold)).toBe(after)
  })

  test.each([
    ['a ⟦word⟧ here', 'a *⟦word⟧* here'],
    ['a *⟦word⟧* here', 'a ⟦word⟧ here'],
    ['a **⟦word⟧** here', 'a ***⟦word⟧*** here'],
    ['a ⟦**word**⟧ here', 'a ***⟦word⟧*** here'],
    ['a ***⟦word⟧*** here', 'a **⟦word⟧** here'],
    ['|', '*⟦italic text⟧*'],
  ])('italic: %j becomes %j', (before, after) => {
    expect(run(before, italic)).toBe(after)
  })
})

test.each([
  ['see ⟦my work⟧ now', 'see [my work](⟦https://⟧) now'],
  ['see my wo|rk', 'see my [work](⟦https://⟧)'],
  ['see |', 'see [link text](⟦https://⟧)'],
  ['⟦https://example.com/a⟧', '[⟦link text⟧](https://example.com/a)'],
  // Not glued to the words around it.
  ['see|', 'see [link text](⟦https://⟧)'],
  ['see | now', 'see [link text](⟦https://⟧) now'],
  ['|see', '[link text](⟦https://⟧) see'],
  ['see |now', 'see [link text](⟦https://⟧) now'],
  ['Done.|', 'Done. [link text](⟦https://⟧)'],
  ['**see**|, now', '**see** [link text](⟦https://⟧), now'],
  ['a **|see**', 'a **[link text](⟦https://⟧) see**'],
  ['[one](/a)|[two](/b)', '[one](/a) [link text](⟦https://⟧) [two](/b)'],
  ['(|)', '([link text](⟦https://⟧))'],
  ['one\n|', 'one\n[link text](⟦https://⟧)'],
  ['see⟦ ⟧now', 'see [link text](⟦https://⟧) now'],
  ['my ⟦work⟧shop', 'my [work](⟦https://⟧)shop'],
  ['作品|', '作品[link text](⟦https://⟧)'],
])('Link: %j becomes %j', (before, after) => {
  expect(run(before, addLink)).toBe(after)
})

test.each([
  ['one\n⟦two\nthree⟧\nfour', 'one\n⟦- two\n- three⟧\nfour'],
  ['one\n⟦two\n⟧three', 'one\n- two|\nthree'],
  ['⟦- two\n- three⟧', '⟦two\nthree⟧'],
  ['⟦two\n\nthree⟧', '⟦- two\n\n- three⟧'],
  ['⟦- two\nthree⟧', '⟦- two\n- three⟧'],
  ['a li|ne', '- a line|'],
  ['|', '- |'],
])('List: %j becomes %j', (before, after) => {
  expect(run(before, toggleList)).toBe(after)
})
