// Sends a contract call from the browser; returns the response's body or throws a Problem with a text for users.
import type { Body, Call, Params, Query, ResponseOf } from '../contract/call.ts'
import { urlOf } from '../contract/call.ts'
import { Problem, problemIn } from '../contract/problem.ts'

/** Fields and files of a multipart form; what is undefined is left out. */
export type FormFields = Record<string, string | number | boolean | File | undefined>

export interface Sent<C extends Call> {
  params?: Params<C>
  query?: Partial<Record<keyof Query<C> & string, string | number | undefined>>
  /** An empty one is for a call that takes none and is sent as JSON all the same. */
  body?: Body<C> extends undefined ? Record<string, never> : Body<C>
  form?: FormFields
  signal?: AbortSignal
}

/** Happens to the window after a 401 or 403: whoever was signed in, or an admin, may be so no longer (session.tsx). */
export const unauthorised = 'unauthorised'

/** @throws Problem where the server responded with an error, any other error where it did not respond. */
export async function call<C extends Call>(contract: C, sent: Sent<C> = {}): Promise<ResponseOf<C>> {
  return (await successOf(send(contract, sent))).json() as Promise<ResponseOf<C>>
}

/** @throws Problem where the response is none of success. */
export async function successOf(underway: Promise<Response>): Promise<Response> {
  const response = await underway
  if (response.ok) return response
  if (response.status === 401 || response.status === 403) dispatchEvent(new Event(unauthorised))
  throw problemIn(response.status, await response.json().catch(() => null))
}

type Settled<Data> = { data: Data; error?: undefined } | { data?: undefined; error: Error }

/** For a loader whose page shows what went wrong itself. */
export function settled<Data>(request: Promise<Data>): Promise<Settled<Data>> {
  return request.then(
    (data) => ({ data }),
    (error: Error) => ({ error }),
  )
}

/** The server's message. Where it sent none: `otherwise`, or else the error's own text. */
export function messageOf(error: unknown, otherwise?: string): string {
  const text = error instanceof Error ? error.message : String(error)
  const isServers = error instanceof Problem && !text.startsWith('HTTP error!')
  return isServers ? text : (otherwise ?? text)
}

export function multipart(fields: FormFields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value instanceof File ? value : String(value))
  return form
}

export function send<C extends Call>(contract: C, sent: Sent<C>): Promise<Response> {
  const { method } = contract
  const headers: Record<string, string> = { accept: 'application/json' }
  if (sent.body !== undefined) headers['content-type'] = 'application/json'
  const json = sent.body === undefined ? null : JSON.stringify(sent.body)
  const body = sent.form ? multipart(sent.form) : json
  const { signal = null } = sent
  return fetch(urlOf(contract, sent), { method, headers, body, signal }).catch((cause) => {
    // In each browser's own words, which say nothing to users.
    throw signal?.aborted ? cause : new TypeError('Network error', { cause })
  })
}
