// Sends a contract call from the browser; returns the answer or throws a Problem with words for people.
import type { Answer, Body, Call, Params, Query } from '../contract/call.ts'
import { Problem, type ProblemAnswer, type ProblemCode, sentence, statusOf } from '../contract/problem.ts'

export interface Sent<C extends Call> {
  params?: Params<C>
  query?: Partial<Record<keyof Query<C> & string, string | number | undefined>>
  body?: Body<C>
  /** Multipart fields and files. */
  form?: FormData
  signal?: AbortSignal
  /** Told from 0 to 1 how much of a form has been sent. */
  onProgress?: (share: number) => void
}

let unauthorised = () => {}

/** Told of every 401 from any call, so that the session is checked anew (decision 12). */
export function onUnauthorised(listener: () => void): void {
  unauthorised = listener
}

/** @throws Problem; `isNetworkError` tells a lost connection from a refusal. */
export async function call<C extends Call>(contract: C, sent: Sent<C> = {}): Promise<Answer<C>> {
  const response = await send(contract, sent)
  if (response.ok) return (await response.json()) as Answer<C>
  if (response.status === 401) unauthorised()
  throw await problemOf(response)
}

/** The answer as it came, for files. @throws Problem */
export async function callForFile<C extends Call>(contract: C, sent: Sent<C> = {}): Promise<Blob> {
  const response = await send(contract, sent)
  if (response.ok) return response.blob()
  if (response.status === 401) unauthorised()
  throw await problemOf(response)
}

/** The request never got an answer. */
export function isNetworkError(error: unknown): boolean {
  return !(error instanceof Problem)
}

function addressOf<C extends Call>(contract: C, sent: Sent<C>): string {
  const params: Record<string, string> = sent.params ?? {}
  const path = contract.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sent.query ?? {}))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}

function send<C extends Call>(contract: C, sent: Sent<C>): Promise<Response> {
  const { method } = contract
  if (sent.form && sent.onProgress) return upload(method, addressOf(contract, sent), sent.form, sent)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (sent.body !== undefined) headers['content-type'] = 'application/json'
  const body = sent.form ?? (sent.body === undefined ? null : JSON.stringify(sent.body))
  return fetch(addressOf(contract, sent), { method, headers, body, signal: sent.signal ?? null })
}

/** fetch cannot tell how much has been sent; XMLHttpRequest can. */
function upload(
  method: string,
  address: string,
  form: FormData,
  { onProgress, signal }: Pick<Sent<Call>, 'onProgress' | 'signal'>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    request.setRequestHeader('accept', 'application/json')
    request.upload.onprogress = (event) => onProgress?.(event.total > 0 ? event.loaded / event.total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('Network error'))
    signal?.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(form)
  })
}

async function problemOf(response: Response): Promise<Problem> {
  const answer: Partial<ProblemAnswer> = await response.json().catch(() => ({}))
  // Section 8: the server's message, else the status.
  const message = answer.message ? sentence(answer.message) : `HTTP error! status: ${response.status}`
  return new Problem(codeOf(response.status), message, answer.errors ? { fields: answer.errors } : {})
}

function codeOf(status: number): ProblemCode {
  const codes = Object.keys(statusOf) as ProblemCode[]
  return codes.find((code) => statusOf[code] === status) ?? 'unexpected'
}
