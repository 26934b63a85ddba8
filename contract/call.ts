// What a call is: method, path, what is sent, what is answered. Client, server and tests use the same object.
import type * as z from 'zod/mini'

export interface Call<Query = unknown, Body = unknown, Answer = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` for parameters, exactly as [S7] writes it. */
  readonly path: string
  readonly query?: z.ZodMiniType<Query>
  readonly body?: z.ZodMiniType<Body>
  /** The body travels as multipart/form-data [S7]; otherwise as JSON. */
  readonly multipart?: true
  readonly answer: AnswerOf<Answer>
}

/** Carries the type of an answer without a byte at run time: the server is typed against it, the browser trusts it. */
export interface AnswerOf<Answer> {
  readonly '~answer'?: Answer
}

export function answers<Answer>(): AnswerOf<Answer> {
  return {}
}

/** Success of a call that changes something [R4]. */
export interface Done {
  success: true
  message: string
}

export type Answer<C extends Call> = C['answer'] extends AnswerOf<infer A> ? A : never
export type Body<C extends Call> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined
export type Query<C extends Call> = C['query'] extends z.ZodMiniType ? z.input<C['query']> : undefined

type Names<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Names<Head> | Names<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never
export type Params<C extends Call> = { [Name in Names<C['path']>]: string }
