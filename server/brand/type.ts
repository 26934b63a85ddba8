// What drawing and measuring have to know of each pair of typefaces (contract/type-pairs.ts has its styles).
import type { TypePair } from '../../contract/type-pairs.ts'
import type { Family } from './faces.ts'

export interface Type {
  display: Family
  text: Family
  /** Of the hero's name. */
  weight: 500 | 600
  /** em after each letter, and added to each space, in the hero. */
  tracking: number
  wordSpacing: number
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
    display: 'familjen-grotesk',
    text: 'hanken-grotesk',
    weight: 600,
    tracking: -0.044,
    wordSpacing: 0,
    ascent: 1.025,
    descent: 0.225,
    top: 0.69,
    hasSerifs: false,
    xHeight: 0.5,
  },
  bookish: {
    display: 'newsreader',
    text: 'hanken-grotesk',
    weight: 500,
    tracking: -0.03,
    wordSpacing: 0,
    ascent: 0.735,
    descent: 0.265,
    top: 0.72,
    hasSerifs: true,
    xHeight: 0.426,
  },
  typewriter: {
    display: 'geist-mono',
    text: 'geist',
    weight: 500,
    tracking: -0.075,
    wordSpacing: -0.22,
    ascent: 1.005,
    descent: 0.295,
    top: 0.74,
    hasSerifs: false,
    xHeight: 0.53,
  },
}
