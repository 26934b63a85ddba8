// What the pages would show of the content in the form, as the server computes it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { SiteContent } from '../../../contract/site.ts'
import { previewSite } from '../../../contract/site-calls.ts'
import type { SitePreview } from '../../../contract/site-view.ts'
import { call } from '../../call.ts'

export interface DraftView {
  /** Of the last content that could be previewed. */
  view: SitePreview | undefined
  failed: boolean
}

export function useDraftView(content: SiteContent): DraftView {
  const deferred = useDeferredValue(content)
  const { data, isError } = useQuery({
    queryKey: ['admin', 'site-preview', deferred],
    queryFn: ({ signal }) => call(previewSite, { body: { content: deferred }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Four times a limit stays that until something else is typed.
    retry: false,
    networkMode: 'always',
  })
  return { view: data, failed: isError }
}
