// What is used of bidi-js, which brings no types.
declare module 'bidi-js' {
  interface Levels {
    /** For each UTF-16 code unit; odd runs from right to left. */
    levels: Uint8Array
    paragraphs: { start: number; end: number; level: number }[]
  }
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): Levels
    /** Indices of the text in the order of the eye (UAX #9, rule L2). */
    getReorderedIndices(text: string, levels: Levels): number[]
  }
}
