// A call of the API: method, path and request. Browser, server and tests use the same object. Its response is in calls.ts
// under its method and path: the schemas of responses are in no page.
import type * as z from 'zod/mini'
import type { responses } from './calls.ts'

export interface Call<Query = unknown, Body = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` for parameters, exactly as the specification writes it. */
  readonly path: string
  readonly query?: z.ZodMiniType<Query>
  readonly body?: z.ZodMiniType<Body>
  /** The body is sent as multipart/form-data; otherwise as JSON. */
  readonly multipart?: true
  /** The body is a file of this type instead. */
  readonly file?: 'video/mp4'
  /** Of success, where it is not always 200. */
  readonly statuses?: readonly number[]
}

export type ResponseOf<C extends Call> = `${C['method']} ${C['path']}` extends infer Name extends
  keyof typeof responses
  ? z.output<(typeof responses)[Name]>
  : never
export type Body<C extends Call> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined
export type Query<C extends Call> = C['query'] extends z.ZodMiniType ? z.input<C['query']> : undefined

type Names<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Names<Head> | Names<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never
export type Params<C extends Call> = { [Name in Names<C['path']>]: string }
