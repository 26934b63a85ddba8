// Random choices that are the same for the same seed, and what the sets of messages are made of.

export interface Arrival {
  /** Which campaign, or which kind of person. */
  kind: string
  isBot: boolean
  name: string
  email: string
  subject: string | null
  message: string
  /** Milliseconds between the page and the press of Send, where the page has reported it. */
  elapsed?: number
  /** The client's IP address. */
  ip: string
  /** Whether the request has the headers that browsers send. */
  fromBrowser: boolean
}

/** Random numbers that are the same for the same seed (mulberry32). */
export class Dice {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }
  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }
  pick<Value>(list: readonly Value[]): Value {
    return list[this.whole(0, list.length - 1)] as Value
  }
  /** Letters from an alphabet. */
  letters(alphabet: string, from: number, to: number): string {
    return Array.from({ length: this.whole(from, to) }, () => this.pick([...alphabet])).join('')
  }
  shuffled<Value>(list: readonly Value[]): Value[] {
    return list
      .map((value) => ({ value, at: this.next() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ value }) => value)
  }
}

/** `{a|b|c}` becomes one of the three, as campaigns spin their texts. */
export function spun(dice: Dice, text: string): string {
  return text.replace(/\{([^{}]*)\}/g, (_, choices: string) => dice.pick(choices.split('|')))
}

export const lower = 'abcdefghijklmnopqrstuvwxyz'

export function anyIp(dice: Dice): string {
  return `${dice.whole(11, 99)}.${dice.whole(0, 255)}.${dice.whole(0, 255)}.${dice.whole(1, 254)}`
}
