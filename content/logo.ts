// The owner's own mark, or null: then a monogram is set from the brand's initials. Read by the server only.

/** A drawn mark: lines in the colour of the text around it, and one dot in the marker's. */
export interface Logo {
  /** What it was drawn for: any other brand (site.ts) gets its monogram. */
  brand: string
  /** As in SVG: left, top, width, height of its square. */
  viewBox: string
  strokeWidth: number
  /** Path data. */
  stroked: readonly string[]
  dot: { x: number; y: number; radius: number }
}

export const logo: Logo | null = {
  brand: 'Juno Balint',
  viewBox: '4 2 60 60',
  strokeWidth: 7.5,
  stroked: [
    'M23 23V46.5C23 52.5 19.5 56.25 13.5 56.25H9',
    'M35.5 7V49',
    'M57 34.5a10.75 10.75 0 1 1-21.5 0a10.75 10.75 0 1 1 21.5 0z',
  ],
  dot: { x: 23, y: 12.25, radius: 5.25 },
}
