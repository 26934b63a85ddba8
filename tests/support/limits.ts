// Rate limits: clients with addresses of their own, and limits that are nearly reached.
import { expect } from 'vitest'
import type { Running } from './start.ts'

/** Behind one trusted proxy, the client with this IP address. */
export const from = (address: string) => ({ 'x-forwarded-for': address })

/** Makes it as if this limit had been counted so often, which would only take time. */
export async function countedBefore(app: Running, name: string, count: number): Promise<void> {
  const { numUpdatedRows } = await app.context.db
    .updateTable('attempts')
    .set({ count })
    .where('key', 'like', `${name}:%`)
    .executeTakeFirst()
  expect(numUpdatedRows).toBe(1n)
}
