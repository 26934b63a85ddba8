// Error responses: the server's are recognised by their code, anything else is an unknown outcome.
import { expect, test } from 'vitest'
import { problemIn } from './problem.ts'

test('an error of the server has its code, message and fields, whatever its status', () => {
  const errors = { name: 'One.' }
  expect(
    problemIn(409, { success: false, code: 'conflict', message: ['One.', 'Two.'], errors }),
  ).toMatchObject({ code: 'conflict', status: 409, message: 'One., Two.', fields: errors })
})

test('what is none, as the page of a proxy, has an unknown outcome, and of a newer server an unexpected one', () => {
  for (const body of [null, undefined, { message: 'timed out' }, { success: false, message: 'No.' }, [], 'x'])
    expect(problemIn(502, body)).toMatchObject({ code: 'unreachable', status: 502 })
  expect(problemIn(502, null).message).toBe('HTTP error! status: 502')
  expect(problemIn(413, null).message).toMatch(/^A server in front/)
  for (const code of ['unpaid', 'toString'])
    expect(problemIn(402, { success: false, code, message: 'Pay first.' })).toMatchObject({
      code: 'unexpected',
      message: 'Pay first.',
    })
})
