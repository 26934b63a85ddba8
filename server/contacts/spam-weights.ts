// What makes a message look like spam, and how much each of it weighs. From `threshold` points on it is held back [R258].
//
// Nothing that people do weighs so much that it decides alone: many links, capitals, another script, a text that was pasted
// or filled in by the browser. A page without JavaScript or from a cache reports no time, and that weighs nothing.

export const threshold = 5

/** Points for a number that has reached the first of each pair; the last one counts. */
type Steps = readonly (readonly [from: number, points: number])[]

export interface Weight {
  steps: Steps
  /** As the row in Spam says it. */
  words: (count: number) => string
}

export const weights = {
  markup: { steps: [[1, 4]], words: () => 'links written as code' },
  links: {
    steps: [
      [3, 1],
      [6, 2],
      [10, 3],
    ],
    words: (count) => `${count} links`,
  },
  /** One that only spam has: 3; one that offers have: 1. Counted in points. */
  phrases: {
    steps: [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
      [6, 6],
      [8, 8],
    ],
    words: () => 'wording of advertising',
  },
  random: {
    steps: [
      [1, 2],
      [2, 5],
    ],
    words: () => 'random letters',
  },
  /** Tenths of a second that have begun. */
  fast: {
    steps: [
      [1, 4],
      [11, 2],
      [21, 0],
    ],
    words: (count) => (count < 11 ? 'filled in within 1 second' : 'filled in within 2 seconds'),
  },
  noBrowser: { steps: [[1, 1]], words: () => 'not sent by a browser' },
  /** Other senders of the same text, of one of its links, from the same network. */
  sameText: {
    steps: [
      [1, 1],
      [2, 3],
      [4, 5],
    ],
    words: (count) => `same text as ${plural(count, 'other message', 'other messages')}`,
  },
  sameLink: {
    steps: [
      [2, 2],
      [4, 3],
    ],
    words: (count) => `same link as ${plural(count, 'other message', 'other messages')}`,
  },
  sameNetwork: {
    steps: [
      [2, 1],
      [4, 3],
    ],
    words: (count) => `${count} other senders from the same network`,
  },
  /** Messages with the same text, sender or network that were held back. */
  likeSpam: {
    steps: [
      [1, 1],
      [2, 2],
    ],
    words: (count) => `like ${plural(count, 'message', 'messages')} in spam`,
  },
  /** What an admin has said with Spam and Not spam. */
  markedText: { steps: [[1, 5]], words: () => 'like a message that you marked as spam' },
  markedLink: { steps: [[1, 4]], words: () => 'a link that you marked as spam' },
  markedSender: { steps: [[1, 5]], words: () => 'a sender that you marked as spam' },
  trustedText: { steps: [[1, -6]], words: () => '' },
  trustedSender: { steps: [[1, -6]], words: () => '' },
  /** A message of this sender was replied to. */
  correspondent: { steps: [[1, -4]], words: () => '' },
} as const satisfies Record<string, Weight>

export type Reason = keyof typeof weights

export type Evidence = Partial<Record<Reason, number>>

/** What strangers can bring about alone, by what they send before: together it never decides. */
const unjudged: readonly Reason[] = ['sameText', 'sameLink', 'sameNetwork', 'likeSpam']
const maxUnjudged = threshold - 1

/** @returns the points of all evidence, and what speaks for spam, heaviest first */
export function scoreOf(evidence: Evidence): { score: number; reasons: [Reason, number][] } {
  const found = (Object.entries(evidence) as [Reason, number][]).map(([reason, count]) => ({
    reason,
    count,
    points: pointsOf(weights[reason].steps, count),
  }))
  const sum = (list: typeof found) => list.reduce((total, { points }) => total + points, 0)
  const remembered = found.filter(({ reason }) => unjudged.includes(reason))
  return {
    score: sum(found) - Math.max(0, sum(remembered) - maxUnjudged),
    reasons: found
      .filter(({ points }) => points > 0)
      .toSorted((one, other) => other.points - one.points)
      .map(({ reason, count }) => [reason, count]),
  }
}

function pointsOf(steps: Steps, count: number): number {
  return steps.findLast(([from]) => count >= from)?.[1] ?? 0
}

/** What a row in Spam says, of what `spam_reasons` holds. */
export function reasonsIn(stored: string | null): string[] {
  if (stored === null) return []
  const reasons = JSON.parse(stored) as [string, number][]
  return reasons.flatMap(([reason, count]) => (isReason(reason) ? weights[reason].words(count) : []))
}

function isReason(text: string): text is Reason {
  return Object.hasOwn(weights, text)
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
