// The queries of the dashboard, and which of them are fetched again after a change.
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type CountPeriod, listUsers, readCounts, readHome } from '../../../contract/dashboard.ts'
import { adminPage } from '../../../contract/limits.ts'
import { listContacts, listSavedReplies, readContact } from '../../../contract/messages.ts'
import { listItems } from '../../../contract/portfolio.ts'
import { readSignature } from '../../../contract/settings.ts'
import { call } from '../../call.ts'
import { forgetGallery } from '../../queries.tsx'
import { useSession } from '../../session.tsx'

export interface ListFilters {
  search: string
  status: string
  sort: string
  page: number
  /** Of messages. */
  folder?: string
}

export function itemsQuery(filters: ListFilters) {
  return queryOptions({
    queryKey: ['admin', 'items', 'list', filters],
    queryFn: ({ signal }) => call(listItems, { query: { ...filters, limit: adminPage }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Milliseconds between two requests for a list in which a reply is still on its way. */
const pollInterval = 3_000

export function contactsQuery(filters: ListFilters) {
  return queryOptions({
    queryKey: ['admin', 'contacts', filters],
    queryFn: ({ signal }) => call(listContacts, { query: { ...filters, limit: adminPage }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.contacts.some((one) => one.sending) ? pollInterval : false),
  })
}

/** A message with the others of its sender. */
export function threadQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'contacts', 'thread', id],
    queryFn: ({ signal }) => call(readContact, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.thread.some((one) => one.sending) ? pollInterval : false),
  })
}

export function savedRepliesQuery() {
  return queryOptions({
    queryKey: ['admin', 'saved-replies'],
    queryFn: ({ signal }) => call(listSavedReplies, { signal }),
  })
}

export function signatureQuery() {
  return queryOptions({
    queryKey: ['admin', 'signature'],
    queryFn: ({ signal }) => call(readSignature, { signal }),
  })
}

export function usersQuery() {
  return queryOptions({
    queryKey: ['admin', 'users'],
    queryFn: ({ signal }) => call(listUsers, { signal }),
  })
}

const homeKey = ['admin', 'home']

/** What the dashboard's home lists as things to do. */
export function homeQuery() {
  return queryOptions({
    queryKey: homeKey,
    queryFn: ({ signal }) => call(readHome, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.messages.newest.some((one) => one.sending) ? pollInterval : false,
  })
}

/** How the site was visited in the last days. */
export function countsQuery(days: CountPeriod) {
  return queryOptions({
    queryKey: ['admin', 'counts', days],
    queryFn: ({ signal }) => call(readCounts, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** After a change: the lists of that noun, what the home lists, the totals in the header and the gallery of this browser. */
export function useRefresh() {
  const client = useQueryClient()
  const { check } = useSession()
  return useCallback(
    async (noun: 'items' | 'contacts' | 'users' | 'saved-replies') => {
      if (noun === 'items') forgetGallery()
      void check()
      await Promise.all([
        client.invalidateQueries({ queryKey: ['admin', noun] }),
        client.invalidateQueries({ queryKey: homeKey }),
      ])
    },
    [client, check],
  )
}
