// How a loader requests data while a page is rendered, the API inside the process, as any visitor would; and what it returns
// when that failed.
import { createContext, data } from 'react-router'
import type { Call, Params, Query, ResponseOf } from '../contract/call.ts'
import type { SharedProject } from '../contract/client-links.ts'
import type { Project } from '../contract/responses/projects.ts'
import type { SiteViews } from '../contract/site-calls.ts'

export interface PageApi {
  /** The site's own origin, PUBLIC_URL. */
  readonly origin: string
  /** The published content at this moment: a loader takes all that its page needs from one of it. */
  site(): Promise<SiteViews>
  /** Whether pages may report visits. */
  isCounting(): Promise<boolean>
  /** In base64. Synchronous: the Web Crypto API would take a thread and its memory for every line of script. */
  sha256(text: string): string
  /** Path of the share image of a project; it changes with everything the image shows. */
  shareImage(project: Project): Promise<string>
  /** What the client link shows with which this page was requested; null where it shows nothing. */
  clientLink(): Promise<SharedProject | null>
  call<C extends Call>(
    call: C,
    sent?: { params?: Params<C>; query?: Partial<Record<keyof Query<C> & string, unknown>> },
  ): Promise<ResponseOf<C>>
}

export const apiContext = createContext<PageApi>()

/**
 * The page is sent all the same, with the status of what went wrong.
 * @param value what it shows instead of the data
 * @returns a response of 503 with Retry-After, or of 500; never cached
 */
export function failedLoad<Value>(value: Value, error: unknown) {
  // The server's own Problem class is another one than the page's: only its fields are common.
  const { status, retryAfter } = (error ?? {}) as { status?: unknown; retryAfter?: unknown }
  if (status !== 503) return data(value, { status: 500 })
  return data(value, { status, headers: { 'Retry-After': String(retryAfter ?? 5) } })
}
