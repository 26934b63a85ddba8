// What a clientLoader hands to its page: a request under way. The page opens at once, and shows what comes of it.
import { useEffect, useState } from 'react'

type Settled<Data> =
  | { isPending: false; data: Data; error?: undefined }
  | { isPending: false; data?: undefined; error: Error }
type Pending = { isPending: true; data?: undefined; error?: undefined }

/** Never rejects: the page shows what went wrong. */
export type Deferred<Data> = Promise<Settled<Data>>

export function defer<Data>(request: Promise<Data>): Deferred<Data> {
  return request.then(
    (data) => ({ isPending: false, data }),
    (error: Error) => ({ isPending: false, error }),
  )
}

/** What has come of a request so far. Unlike with Suspense, the page is shown while it is pending. */
export function useDeferred<Data>(deferred: Deferred<Data> | undefined): Settled<Data> | Pending {
  const [last, setLast] = useState<{ of: Deferred<Data>; settled: Settled<Data> }>()
  useEffect(() => {
    let isCurrent = true
    void deferred?.then((settled) => isCurrent && setLast({ of: deferred, settled }))
    return () => {
      isCurrent = false
    }
  }, [deferred])
  return last && last.of === deferred ? last.settled : { isPending: true }
}
