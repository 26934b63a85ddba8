// The only place where an error becomes a response: the message is for users, the cause goes to the log.
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Problem, unavailable } from '../../contract/problem.ts'
import type { ErrorBody } from '../../contract/responses/done.ts'
import { isFull, isStorageUnusable, isUnusable } from '../db/connect.ts'
import type { Env } from './env.ts'
import { requestFields } from './middleware.ts'

export function errorResponse(error: unknown, c: Context<Env>): Response {
  const problem = asProblem(error)
  if (problem.code === 'no-space') c.var.context.readiness.noteFull()
  const isBusy = problem.code === 'unavailable' && problem.cause === undefined
  const request = requestFields(c)
  // Each failed request has one line that says so.
  c.set('isLoggedElsewhere', problem.status >= 500)
  // Not an error of the server: it is busy, or the mail server rejected an email.
  const isOutage =
    problem.code === 'no-space' || isUnusable(problem.cause) || isStorageUnusable(problem.cause)
  const { log } = c.var.context
  if (isBusy) log.onceAMinute('busy')?.warn({ event: 'server.busy', ...request }, problem.message)
  else if (problem.code === 'mail-rejected' && problem.cause === undefined)
    log.warn({ event: 'mail.rejected', ...request }, problem.message)
  else if (problem.status >= 500)
    (isOutage ? log.onceAMinute('outage') : log)?.error(
      { event: 'request.failed', ...request, err: problem.cause ?? problem },
      problem.message,
    )
  c.header('Cache-Control', 'no-store')
  if (problem.retryAfter !== undefined)
    c.header('Retry-After', String(Math.max(1, Math.ceil(problem.retryAfter))))
  const { message, fields } = problem
  // Only browsers make the other code.
  const code = problem.code === 'unreachable' ? 'unexpected' : problem.code
  const body: ErrorBody = { success: false, code, message, ...(fields && { errors: fields }) }
  return c.json(body, problem.status as ContentfulStatusCode)
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isFull(error))
    return new Problem('no-space', 'The server has no space left to store this. Nothing was saved.', {
      cause: error,
      retryAfter: 60,
    })
  if (isUnusable(error)) return unavailable('The database is busy. Please try again in a moment.', error)
  if (isStorageUnusable(error)) {
    const message = 'The storage of this site cannot be used at the moment. Nothing was changed.'
    return unavailable(message, error, 60)
  }
  return new Problem('unexpected', 'Something went wrong.', { cause: error })
}

export function tooLarge(): Problem {
  return new Problem('too-large', 'That is too large to be sent.')
}
