// URLs of calls: where the browser sends them, and where the server's own pages get their data.
import type { Call } from './call.ts'

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
