// What a fault must not do, said in one line when it does.

/** This machine cannot show it; the message says what is missing. */
export class NotShown extends Error {}

/** @throws Error with the sentence when the condition does not hold */
export function must(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence)
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
