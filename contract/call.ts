// A call of the API: method, path, request and response. Browser, server and tests use the same object.
import type * as z from 'zod/mini'

export interface Call<Query = unknown, Body = unknown, Response = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` for parameters, exactly as the specification writes it. */
  readonly path: string
  readonly query?: z.ZodMiniType<Query>
  readonly body?: z.ZodMiniType<Body>
  /** The body is sent as multipart/form-data; otherwise as JSON. */
  readonly multipart?: true
  readonly response: ResponseType<Response, number>
}

/** The type of a response, without a byte at run time: the server is checked against it, the browser trusts it. */
export interface ResponseType<Response, Status = 200> {
  readonly '~response'?: Response
  /** Of success. */
  readonly '~status'?: Status
}

export function responseType<Response, Status extends number = 200>(): ResponseType<Response, Status> {
  return {}
}

/** Success of a call that changes something. */
export interface Done {
  success: true
  message: string
}

export type ResponseOf<C extends Call> = C['response'] extends ResponseType<infer R, number> ? R : never
export type Body<C extends Call> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined
export type Query<C extends Call> = C['query'] extends z.ZodMiniType ? z.input<C['query']> : undefined

type Names<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Names<Head> | Names<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never
export type Params<C extends Call> = { [Name in Names<C['path']>]: string }
