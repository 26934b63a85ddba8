// Tells whoever measures it how long each statement of the database took, with the time that it waited.

/** @param sql of the statement, or `begin` and `commit`. @param seconds until it succeeded or failed. */
export type OnStatement = (sql: string, seconds: number) => void

export async function timed<Result>(
  onStatement: OnStatement | undefined,
  sql: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!onStatement) return work()
  const began = performance.now()
  try {
    return await work()
  } finally {
    onStatement(sql, (performance.now() - began) / 1000)
  }
}
