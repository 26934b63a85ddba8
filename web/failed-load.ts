// A page whose data could not be loaded is sent all the same, with the status of what went wrong.
import { data } from 'react-router'

/** @param value what the page shows instead. @returns a response of 503 with Retry-After, or of 500; never cached. */
export function failedLoad<Value>(value: Value, error: unknown) {
  // The server's own Problem class is another one than the page's: only its fields are common.
  const { status, retryAfter } = (error ?? {}) as { status?: unknown; retryAfter?: unknown }
  if (status !== 503) return data(value, { status: 500 })
  return data(value, { status, headers: { 'Retry-After': String(retryAfter ?? 5) } })
}
