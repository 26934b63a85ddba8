// Ten minutes of faults between the product and its mail server: next to other tests, because most of it is waiting.
import { expect, test } from 'vitest'
import { mailFaults } from './faults/mail.ts'

test('every email arrives through nine faults and two kills', { timeout: 15 * 60_000 }, async () => {
  const figures = await mailFaults()
  console.log(`figures: ${figures}`)
  expect(figures).toContain('0 of them without need')
})
