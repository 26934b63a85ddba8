// Every call of the contract. Each test that sends a request with `app.send` compares the JSON response with its schema.
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { namedCalls, responseOf } from '../../contract/calls.ts'
import { statusOf } from '../../contract/problem.ts'
import { errorBody } from '../../contract/responses/done.ts'

/** @throws Error that says in what a response differs from its schema. */
export async function checkResponse(request: { method: string; path: string }, response: Response) {
  const call = callOf(request.method, request.path.replace(/[?#].*/, ''))
  if (!call || !response.headers.get('content-type')?.startsWith('application/json')) return
  const body = (await response.clone().json()) as { code?: unknown }
  const name = `${call.method} ${call.path}, status ${response.status}`
  if (response.ok && !(call.statuses ?? [200]).includes(response.status))
    throw new Error(`${name} is not described`)
  const { data, error } = z.safeParse(response.ok ? responseOf(call) : errorBody, body)
  if (error) throw new Error(`${name}: ${z.prettifyError(error)}\n${JSON.stringify(body)}`)
  // Of fields that are not described nothing is left.
  if (!isDeepStrictEqual(data, body)) throw new Error(`${name} has more fields: ${JSON.stringify(body)}`)
  if (!response.ok && statusOf[body.code as keyof typeof statusOf] !== response.status)
    throw new Error(`${name} has the code ${body.code}`)
}

const patterns = namedCalls.map(({ call }) => ({ call, pattern: new URLPattern({ pathname: call.path }) }))

function callOf(method: string, pathname: string) {
  const fitting = patterns.filter(({ call, pattern }) => call.method === method && pattern.test({ pathname }))
  return (fitting.find(({ call }) => call.path === pathname) ?? fitting[0])?.call
}
