// The page of site-preview.tsx in a frame, as large as the real one inside and scaled to the space it has.
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { privatePages } from '../../contract/pages.ts'
import { type Previewing, type PreviewMessage, previewReady } from '../../contract/site-calls.ts'
import * as ui from '../ui/primitives.module.css'
import { useSize } from '../ui/size.ts'

/**
 * @param shown the same object while nothing of it has changed; undefined until there is something to show
 * @param width CSS pixels inside of the frame
 * @param theme that of the pages by default
 * @returns the frame, which fills the positioned element around it, and its scale: 0 until it is measured
 */
export function usePreviewFrame(
  shown: Previewing | undefined,
  width: number,
  theme?: PreviewMessage['theme'],
) {
  const frame = useRef<HTMLIFrameElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const size = useSize(place) ?? { width: 0, height: 0 }
  const [ready, setReady] = useState(0)

  useEffect(() => {
    const receive = ({ origin, source, data }: MessageEvent) => {
      const isOurs = origin === location.origin && source === frame.current?.contentWindow
      if (isOurs && data === previewReady) setReady((times) => times + 1)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [])

  useEffect(() => {
    if (!shown || ready === 0) return
    const message: PreviewMessage = { kind: 'site-preview', ...shown, theme }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [shown, theme, ready])

  const scale = size.width / width
  const preview = (
    <div className={ui.filling} style={{ overflow: 'hidden' }} ref={place}>
      <iframe
        ref={frame}
        src={privatePages.sitePreview}
        title="Preview"
        tabIndex={-1}
        style={{
          background: 'var(--bg)',
          transformOrigin: '0 0',
          ...(scale > 0 && { width, height: size.height / scale, transform: `scale(${scale})` }),
        }}
      />
    </div>
  )
  return { preview, scale }
}

/** Milliseconds after which a request is given up for that of a newer value. */
const limit = 5_000

/**
 * What the server makes of a value that changes with each key: one request at a time, of what is newest then. An aborted one
 * would cost the server as much.
 */
export function usePreviewOf<Value extends string | object, View>(
  value: Value,
  queryOf: (
    value: Value,
  ) => Pick<UseQueryOptions<View, Error, View, unknown[]>, 'queryKey' | 'queryFn' | 'enabled'>,
): { view: View | undefined; failed: boolean } {
  const [sent, setSent] = useState(value)
  const { data, isError, isFetching } = useQuery({
    ...queryOf(sent),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // What is rejected stays so until something else is typed.
    retry: false,
  })
  useEffect(() => {
    if (!isFetching) return setSent(value)
    const late = setTimeout(() => setSent(value), limit)
    return () => clearTimeout(late)
  }, [value, isFetching])
  return { view: data, failed: isError }
}
