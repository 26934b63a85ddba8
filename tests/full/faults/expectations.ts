// Assertions of the fault injection: one line when they fail.

/** This machine cannot run it; the message says what is missing. */
export class NotShown extends Error {}

/** @throws Error with the sentence when the condition does not hold */
export function must(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence)
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
