// The accent as a style sheet: the custom properties of web/tokens.css that follow from it.
import { accentColours } from './accent.ts'

/** The stroke of the marker: path data in a box of 200 x 40, as --swipe-mark of web/tokens.css draws it. */
export const markerStroke =
  'M2 6.5C40 3 120 4.5 196 2.5c2 0 3 1.5 2.7 4-.7 9 .8 18 .2 26-.2 3-1.2 4-3 4C140 37.5 70 36 5 38.5c-2.5 0-3.6-1-3.4-4C2.2 26 .8 17 .6 10 .5 7.5.9 6.6 2 6.5z'

/**
 * Made of numbers that were parsed, never of the text itself [T81]. On paper the marker is a line, in any accent. `:is` gives
 * both selectors the weight of the first one, as the build does in the style sheet.
 */
export function accentCss(accent: string): string {
  const { light, dark } = accentColours(accent)
  return `@media screen{:root,.light{${rules(light)}}:is(:root:has(body.dark),.dark){${rules(dark)}}}`
}

function rules({ mark, soft }: { mark: string; soft: string }): string {
  const stroke = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 40' preserveAspectRatio='none'><path fill='${mark}' d='${markerStroke}'/></svg>`
  // What a URL may hold as it is: this keeps the texts short and readable.
  const url = stroke.replace(/[<>#]/g, encodeURIComponent)
  return `--mark:${mark};--mark-soft:${soft};--swipe-mark:url("data:image/svg+xml,${url}")`
}
