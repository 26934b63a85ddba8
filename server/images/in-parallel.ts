// Does the same with each of several objects of S3.

/** At once. */
const parallel = 4

/** A few at a time. After a failure no further one is begun, and those under way are waited for. */
export async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) {
      if (failures.length > 0) return
      await work(item).catch((error) => void failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: parallel }, lane))
  if (failures.length > 0) throw failures[0]
}
