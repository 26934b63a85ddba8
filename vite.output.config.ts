// How code that runs in the server is written into its files, by the build of the server and by that of the pages.
import type { Rolldown } from 'vite'

/**
 * Node holds the text of what it runs: without comments, and in characters of one byte each. A single one beyond Latin-1
 * would make every character of its file take two: 3 MiB in all. Names and lines stay, so that a stack trace can be read.
 */
export const smallToHold: Rolldown.OutputOptions = {
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
}
