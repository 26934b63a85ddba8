// A call of the API: method, path and request, and the URL to which it is sent. Browser, server and tests use the same object.
// Its response is in calls.ts under its method and path: the schemas of responses are in no page.
import type * as z from 'zod/mini'
import type { responses } from './calls.ts'
import type { done } from './responses/done.ts'

export interface Call<Query = unknown, Body = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` for parameters, exactly as the specification writes it. */
  readonly path: string
  readonly query?: z.ZodMiniType<Query>
  readonly body?: z.ZodMiniType<Body>
  /** The body is sent as multipart/form-data; otherwise as JSON. */
  readonly multipart?: true
  /** Of success, where it is not always 200. */
  readonly statuses?: readonly number[]
}

type Rest = Omit<Call, 'method' | 'path'>

/**
 * `defineCall('POST', '/login', { body: credentials })`. Marked as pure: a page's bundle has the calls that it sends.
 * @__NO_SIDE_EFFECTS__
 */
export function defineCall<
  const Method extends Call['method'],
  const Path extends string,
  const More extends Rest = Record<never, never>,
>(
  method: Method,
  path: Path,
  more?: More,
): { readonly method: Method; readonly path: Path } & Readonly<More> {
  return { method, path, ...more } as { method: Method; path: Path } & More
}

export type ResponseOf<C extends Call> = `${C['method']} ${C['path']}` extends infer Name extends
  keyof typeof responses
  ? z.output<(typeof responses)[Name]>
  : z.output<typeof done>
export type Body<C extends Call> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined
export type Query<C extends Call> = C['query'] extends z.ZodMiniType ? z.input<C['query']> : undefined

type Names<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Names<Head> | Names<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never
export type Params<C extends Call> = { [Name in Names<C['path']>]: string }

/** Path and query of a call, with the parameters of its path filled in; undefined and empty values are left out. */
export function urlOf(
  { path }: Pick<Call, 'path'>,
  { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, unknown> },
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = queryOf(query)
  return search ? `${filled}?${search}` : filled
}

/** `name=value&…` in the order of the object, without undefined and empty values. */
export function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.toString()
}

const names: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** @param hostname as URL.hostname gives it */
export function isLoopback(hostname: string): boolean {
  return names.includes(hostname)
}

export const visitPath = '/counts'
