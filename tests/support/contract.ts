// Each test that sends a request with `app.send` compares the JSON response with its schema in the contract.
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { namedCalls, responseOf } from '../../contract/calls.ts'
import { statusOf } from '../../contract/problem.ts'
import { errorBody } from '../../contract/responses/done.ts'

/** A path without parameters goes first: it fits into one with them, too. */
const patterns = namedCalls
  .map(({ call }) => ({ call, pattern: new URLPattern({ pathname: call.path }) }))
  .sort((a, b) => a.call.path.split(':').length - b.call.path.split(':').length)

export async function checkResponse({ method, url }: Request, response: Response): Promise<void> {
  const { call } = patterns.find(({ call, pattern }) => call.method === method && pattern.test(url)) ?? {}
  if (!call || !response.headers.get('content-type')?.startsWith('application/json')) return
  const body = (await response.clone().json()) as { code?: unknown }
  const name = `${method} ${call.path}, status ${response.status}`
  const statuses = response.ok ? (call.statuses ?? [200]) : [statusOf[body.code as keyof typeof statusOf]]
  expect(statuses, `${name}: its status, for ${body.code}`).toContain(response.status)
  const { data, error } = z.safeParse(response.ok ? responseOf(call) : errorBody, body)
  expect(error && z.prettifyError(error), name).toBeUndefined()
  // Of fields that are not described nothing is left.
  expect(data, name).toEqual(body)
}
