// The line that is logged for each request.
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from './env.ts'

/** Characters: the longest path of this site has a hundred, and clients may send thousands. */
const maxLoggedPath = 200

/** Which request a line is about, without query, body and cookie, which may contain secrets and personal data. */
export function requestFields(c: Context<Env>) {
  return {
    requestId: c.var.requestId,
    method: c.req.method,
    path: withoutToken(c.req.path).slice(0, maxLoggedPath),
  }
}

/** One line per request. */
export const logged = createMiddleware<Env>(async (c, next) => {
  const start = performance.now()
  await next()
  const isLoggedElsewhere = c.get('isLoggedElsewhere') ?? false
  const isFailed = c.res.status >= 500 && !isLoggedElsewhere
  const level = isFailed ? 'error' : c.req.method === 'GET' || isLoggedElsewhere ? 'debug' : 'info'
  c.var.context.log[level](
    {
      event: 'request.handled',
      ...requestFields(c),
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    },
    'request',
  )
})

function withoutToken(path: string): string {
  return path.replace(/(\/(?:reset-password|c)\/).+/i, '$1…')
}
