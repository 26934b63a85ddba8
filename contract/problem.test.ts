// Error responses: the server's are recognised by their code, anything else is an unknown outcome.
import { expect, test } from 'vitest'
import { problemIn } from './problem.ts'

test('an error of the server may have a list of messages; what is none, as the page of a proxy, has an unknown outcome, and of a newer server an unexpected one', () => {
  for (const body of [null, undefined, { message: 'timed out' }, { success: false, message: 'No.' }, [], 'x'])
    expect(problemIn(502, body)).toMatchObject({ code: 'unreachable', status: 502 })
  expect(problemIn(400, { success: false, code: 'invalid', message: ['One.', 'Two.'] }).message).toBe(
    'One., Two.',
  )
  expect(problemIn(502, null).message).toBe('HTTP error! status: 502')
  expect(problemIn(413, null).message).toMatch(/^A server in front/)
  for (const code of ['unpaid', 'toString'])
    expect(problemIn(402, { success: false, code, message: 'Pay first.' })).toMatchObject({
      code: 'unexpected',
      message: 'Pay first.',
    })
})
