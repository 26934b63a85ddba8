// Colours and logos against the page of each theme.
import { describe, expect, test } from 'vitest'
import { grounds, themesHidingAccent, themesHidingLogo } from './seen.ts'

test.each([
  ['#fab82f', []],
  ['#ffff99', []],
  ['#5585e8', []],
  ['#ffffff', ['light']],
  [grounds.light, ['light']],
  ['#fff3c4', ['light']],
  ['#222', ['dark']],
  [grounds.dark, ['dark']],
  ['no colour', []],
])('the accent %s is hardly seen in the themes %j', (accent, themes) => {
  expect(themesHidingAccent(accent)).toEqual(themes)
})

describe('a logo', () => {
  /** Of 1,000 pixels, the last `count` in another colour. */
  const square = (ground: number[], figure: number[] = [], count = 0) =>
    new Uint8ClampedArray(
      Array.from({ length: 1000 }, (_, at) => [...(at < 1000 - count ? ground : figure), 255]).flat(),
    )
  const paper = [249, 245, 239]
  const ink = [16, 20, 30]

  test.each([
    ['white on paper', square(paper, [255, 255, 255], 400), ['light', 'dark']],
    ['nothing but paper', square(paper), ['light', 'dark']],
    ['a few dark pixels on paper', square(paper, ink, 9), ['light', 'dark']],
    ['thin dark lines on paper', square(paper, ink, 11), []],
    ['a dark square', square(ink), ['dark']],
    ['white in a dark square', square(ink, [255, 255, 255], 100), []],
    ['a pale colour on paper', square(paper, [255, 224, 102], 300), []],
  ])('%s', (_, pixels, themes) => {
    expect(themesHidingLogo(pixels)).toEqual(themes)
  })
})
