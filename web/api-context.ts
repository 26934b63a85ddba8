// How a loader asks for data while a page is rendered: the API inside the process, as any visitor would.
import { createContext } from 'react-router'
import type { Answer, Call, Params, Query } from '../contract/call.ts'

export interface PageApi {
  /** The site's own origin, PUBLIC_URL. */
  readonly origin: string
  call<C extends Call>(
    call: C,
    sent?: { params?: Params<C>; query?: Partial<Record<keyof Query<C> & string, unknown>> },
  ): Promise<Answer<C>>
}

export const apiContext = createContext<PageApi>()
