// The queries of the dashboard, and which of them are fetched again after a change.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../contract/call.ts'
import { listUsers, readHome } from '../../../contract/dashboard.ts'
import { adminPage } from '../../../contract/limits.ts'
import { listContacts, listSavedReplies, readContact } from '../../../contract/messages.ts'
import { listProjects } from '../../../contract/portfolio.ts'
import { readSignature } from '../../../contract/settings.ts'
import { call, type Sent } from '../../call.ts'
import { forgetGallery, queryClient } from '../../queries.tsx'
import { refreshTotals } from '../../session.tsx'

/**
 * The query of a call.
 * @param what is read: the log names it, and `refresh` reads all of that noun again
 */
export function read<C extends Call>(what: string, contract: C, sent: Sent<C> = {}) {
  return queryOptions({
    queryKey: ['admin', what, sent] as unknown[],
    queryFn: ({ signal }) => call(contract, { ...sent, signal }),
  })
}

export interface ListFilters {
  search: string
  status: string
  sort: string
  page: number
  /** Of messages. */
  folder?: string
}

export const projectsQuery = (filters: ListFilters) =>
  queryOptions({
    ...read('projects', listProjects, { query: { ...filters, limit: adminPage } }),
    placeholderData: keepPreviousData,
  })

/** Milliseconds between two requests for what has a reply that is still on its way. */
const whileSending = (messages: readonly { sending: boolean }[] = []) =>
  messages.some(({ sending }) => sending) ? 3_000 : false

export const contactsQuery = (filters: ListFilters) =>
  queryOptions({
    ...read('contacts', listContacts, { query: { ...filters, limit: adminPage } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => whileSending(state.data?.contacts),
  })

/** A message with the others of its sender. */
export const threadQuery = (id: string) =>
  queryOptions({
    ...read('contacts', readContact, { params: { id } }),
    refetchInterval: ({ state }) => whileSending(state.data?.thread),
  })

export const savedRepliesQuery = read('saved-replies', listSavedReplies)
export const signatureQuery = read('signature', readSignature)
export const usersQuery = read('users', listUsers)

/** What the dashboard's home lists as things to do. */
export const homeQuery = queryOptions({
  ...read('home', readHome),
  refetchInterval: ({ state }) => whileSending(state.data?.messages.newest),
})

/** After a change: the lists of that noun, what the home lists, the totals in the header and the gallery of this browser. */
export async function refresh(noun: 'projects' | 'contacts' | 'users' | 'saved-replies'): Promise<void> {
  const client = queryClient()
  if (noun === 'projects') forgetGallery()
  void refreshTotals()
  await Promise.all([noun, 'home'].map((what) => client.invalidateQueries({ queryKey: ['admin', what] })))
}
