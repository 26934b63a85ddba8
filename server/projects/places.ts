// Places of projects in the owner's order: texts of hexadecimal digits that are compared as texts, the first project having
// the greatest. Between any two there is another one, so that a move changes one row (docs/decisions/0025).

/** Digits of the time in a place, `20261122204248000`. */
const timeDigits = 17

/**
 * The place of a project that was never moved: the order of these places is that of the gallery, newest first, ties by id.
 * @param createdAt ISO 8601 UTC with milliseconds
 * @param id of hexadecimal digits
 */
export function firstPlace(createdAt: string, id: string): string {
  return createdAt.replace(/\D/g, '') + id
}

/** A place above this one, of the fixed length of a time. */
export function placeAbove(place: string): string {
  return step(place, 1n)
}

/** A place below this one, of the fixed length of a time. */
export function placeBelow(place: string): string {
  return step(place, -1n)
}

function step(place: string, by: bigint): string {
  return written(digitsOf(place, timeDigits) + by, timeDigits)
}

/** @returns `count` places between two others, which differ; lowest first, evenly distributed and as short as possible */
export function placesBetween(lower: string, upper: string, count: number): string[] {
  const parts = BigInt(count) + 1n
  for (let length = 1; ; length++) {
    const from = digitsOf(lower, length)
    const size = (digitsOf(upper, length) - from) / parts
    if (size > 0n)
      return Array.from({ length: count }, (_, n) => fraction(from + size * (BigInt(n) + 1n), length))
  }
}

/** Without zeros at its end: they change no number, but a text. */
function fraction(digits: bigint, length: number): string {
  return digits % 16n === 0n ? fraction(digits / 16n, length - 1) : written(digits, length)
}

/** The first digits as a number; zeros stand for those that are missing. */
function digitsOf(place: string, length: number): bigint {
  return BigInt(`0x${place.slice(0, length).padEnd(length, '0')}`)
}

function written(digits: bigint, length: number): string {
  return digits.toString(16).padStart(length, '0')
}
