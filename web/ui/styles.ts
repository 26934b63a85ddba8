// What components need of style sheets: class attributes, the widths of layouts, what of an image stays in view.

/** Those that apply, as one attribute. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')

/** The number of its characters, by which a style sheet makes a title fit its column. */
export const longestWord = (text: string) => Math.max(...text.split(/\s|-(?!\d)/).map((word) => word.length))

/** Phones: one column. */
export const phone = '(width <= 40em)'
/** Bars have a menu instead of links. */
export const compact = '(width <= 60em)'

export interface FocalPoint {
  /** Percent of the image's width from the left, and of its height from the top: whole, 0 to 100. */
  focalX: number
  focalY: number
}

/** For an <img> that crops. */
export const focalStyle = ({ focalX, focalY }: FocalPoint) => ({ objectPosition: `${focalX}% ${focalY}%` })
