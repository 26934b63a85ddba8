// What is used of bidi-js, which brings no types.
declare module 'bidi-js' {
  interface Levels {
    /** For each UTF-16 code unit; odd runs from right to left. */
    levels: Uint8Array
    paragraphs: { start: number; end: number; level: number }[]
  }
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): Levels
  }
}
