// Error responses: the server's are recognised by their code, anything else is an unknown outcome.
import { expect, test } from 'vitest'
import { Problem, problemIn, statusOf } from './problem.ts'

test('an error of the server has its code, message and fields, whatever its status', () => {
  const body = { success: false, code: 'conflict', message: ['One.', 'Two.'], errors: { name: 'One.' } }
  const problem = problemIn(409, body)
  expect([problem.code, problem.status, problem.message, problem.fields]).toEqual([
    'conflict',
    409,
    'One., Two.',
    { name: 'One.' },
  ])
})

test.each([
  ['a page of a proxy', null],
  ['nothing', undefined],
  ['JSON of somebody else', { message: 'upstream timed out' }],
  ['an error without a code', { success: false, message: 'No.' }],
  ['a list', []],
  ['a word', 'bad gateway'],
])('%s is not an error of the server: the outcome is unknown', (_, body) => {
  for (const status of Object.values(statusOf)) {
    const problem = problemIn(status, body)
    expect([problem.code, problem.status]).toEqual(['unreachable', status])
  }
})

test('without a message, the message is the status', () => {
  expect(problemIn(502, null).message).toBe('HTTP error! status: 502')
})

test('an unknown code of a newer server is an unexpected error', () => {
  const problem = problemIn(402, { success: false, code: 'unpaid', message: 'Pay first.' })
  expect([problem.code, problem.message]).toEqual(['unexpected', 'Pay first.'])
  expect(problemIn(500, { success: false, code: 'toString', message: 'x' }).code).toBe('unexpected')
})

test('each code of the server has one status', () => {
  for (const [code, status] of Object.entries(statusOf))
    expect(new Problem(code as keyof typeof statusOf, 'x').status).toBe(status)
})
