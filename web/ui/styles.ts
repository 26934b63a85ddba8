// What components need of style sheets: class attributes, and the widths of layouts.

/** Those that apply, as one attribute. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')

/** The number of its characters, by which a style sheet makes a title fit its column. */
export const longestWord = (text: string) => Math.max(...text.split(/\s|-(?!\d)/).map((word) => word.length))

/** Phones: one column. */
export const phone = '(width <= 40em)'
/** Bars have a menu instead of links. */
export const compact = '(width <= 60em)'
