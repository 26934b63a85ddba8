// Who is signed in: checked at the start, every five minutes and after a 401.
import { useSyncExternalStore } from 'react'
import { sessionCheckInterval } from '../contract/limits.ts'
import type { DashboardData, SessionUser } from '../contract/responses/accounts.ts'
import { checkAdmin, checkAuth, dashboard, logOut as logOutCall } from '../contract/session.ts'
import { call, unauthorised } from './call.ts'
import { inBrowser, inTab } from './storage.ts'

interface Session {
  /** True until the first check has finished, well or not; after a login, until the check of the new user has. */
  loading: boolean
  user: SessionUser | null
  isAdmin: boolean
  dashboardData: DashboardData | null
  /** How often somebody has logged out here. */
  logouts: number
}

const nobody = { loading: false, user: null, isAdmin: false, dashboardData: null }
const unknown: Session = { ...nobody, loading: true, logouts: 0 }

/** Tells other tabs that somebody signed in or out here. */
const changedKey = 'session-changed'
const signedOut = 'out'

/** Stored until the server has been told of a logout: without a network the next check tells it. */
const untoldKey = 'logout-untold'

/** Happens to the window when somebody logs out, here or in another tab: what was loaded for them goes with them. */
export const loggedOut = 'logged-out'

/** In the tab's storage, as a reload keeps it. */
const accountKey = 'account'

let session = unknown
let underway: Promise<void> | null = null
/** Grows when what a check under way will learn is outdated: somebody has signed in or out since. */
let changes = 0
/** Of the account that this tab belongs to until it logs out: after a session that has ended, too; null for a visitor. */
let tabAccount = inTab((storage) => storage.getItem(accountKey)) ?? null
const listeners = new Set<() => void>()

function set(changed: Partial<Session>): void {
  session = { ...session, ...changed }
  for (const listener of listeners) listener()
}

/** Fetches who is signed in. Calls made while one is under way share it. */
export function check(): Promise<void> {
  if (underway) return underway
  const checking = fetchSession().finally(() => {
    if (underway === checking) underway = null
  })
  underway = checking
  return checking
}

/** Fetches the totals. Where that fails they stay, and so does whoever is signed in: a request failed, and no check. */
export async function refreshTotals(): Promise<void> {
  const before = changes
  const dashboardData = await call(dashboard).catch(() => null)
  if (dashboardData && session.user && changes === before) set({ dashboardData })
}

/** As `check`, without sharing one that began before. */
function checkAgain(): Promise<void> {
  outdate()
  return check()
}

function outdate(): void {
  changes++
  underway = null
}

async function fetchSession(): Promise<void> {
  const before = changes
  try {
    if (inBrowser((storage) => storage.getItem(untoldKey))) await tellServer()
    const response = await call(checkAuth)
    if (changes !== before) return
    if (!response.isAuthenticated) return set(nobody)
    const { user } = response
    // The response to a login may have been lost.
    if (isStoredAsOut()) tellOtherTabs('in')
    if (tabAccount && tabAccount !== user.id) return startAgain()
    tabAccount = user.id
    inTab((storage) => storage.setItem(accountKey, user.id))
    set({ user, loading: session.loading || !session.user })
    // If only one of these fails, the user stays signed in.
    const [{ isAdmin }, dashboardData] = await Promise.all([
      call(checkAdmin).catch((error) => {
        console.error('Auth/admin check failed:', error)
        return { isAdmin: false }
      }),
      call(dashboard).catch(() => null),
    ])
    if (changes !== before) return
    set({ loading: false, user, isAdmin, dashboardData })
  } catch (error) {
    console.error('Auth/admin check failed:', error)
    if (changes === before) set(nobody)
  }
}

/** Of the account that this tab belongs to; null for a visitor. */
export const accountId = () => tabAccount

/** Whether somebody was signed in here whose session has ended without a logout. */
export const hasSessionEnded = () => !session.user && tabAccount !== null

/** Somebody else has signed in: nothing that this document has loaded, and nothing typed into it, is theirs. */
function startAgain(): void {
  // No check ends any more while the document is open.
  underway = new Promise((resolve) => addEventListener('pagehide', () => resolve()))
  set(unknown)
  clearTab()
  location.reload()
}

function clearTab(): void {
  // A browser puts back after a reload what was typed before it.
  for (const form of document.forms) form.reset()
  inTab((storage) => storage.clear())
}

/** What somebody typed in this tab goes with them (storage.ts). */
function forget(): void {
  outdate()
  clearTab()
  tabAccount = null
  set({ ...nobody, logouts: session.logouts + 1 })
  dispatchEvent(new Event(loggedOut))
}

async function tellServer(): Promise<void> {
  await call(logOutCall, { body: {} })
  inBrowser((storage) => storage.removeItem(untoldKey))
}

/** Signs out here and in the other tabs, even if the call fails. */
export async function logOut(): Promise<void> {
  inBrowser((storage) => storage.setItem(untoldKey, 'yes'))
  try {
    await tellServer()
  } catch (error) {
    console.error('Logout failed:', error)
  }
  forget()
  tellOtherTabs(signedOut)
}

/** After a login: checks again who is signed in, here and in the other tabs. */
export async function signedIn(): Promise<void> {
  inBrowser((storage) => storage.removeItem(untoldKey))
  tellOtherTabs('in')
  await checkAgain()
}

/** Where storage is blocked, they learn it at their next check. */
function tellOtherTabs(what: string): void {
  inBrowser((storage) => storage.setItem(changedKey, `${what} ${Date.now()}`))
}

function isStoredAsOut(): boolean | undefined {
  return inBrowser((storage) => storage.getItem(changedKey))?.startsWith(signedOut)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For loaders, which run before the first check. */
export async function knownSession(): Promise<Session> {
  while (session.loading) await check()
  return session
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  )
}

/** Runs the checks while the document is open. */
export function watchSession(): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const again = () => void check()
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== changedKey) return
    if (newValue?.startsWith(signedOut)) forget()
    else void checkAgain()
  }
  addEventListener('storage', onStorage, { signal })
  // Of a logout in another tab, or on a later page of this one, a page that was left hears nothing.
  const forgetIfOut = () => {
    const isOut = tabAccount !== null && isStoredAsOut()
    if (isOut) forget()
    return isOut
  }
  // Back from another site, the page may be as it was before, while somebody else has signed in.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !forgetIfOut()) void checkAgain()
  }
  addEventListener('pageshow', onShow, { signal })
  // Only a user can have been signed out.
  addEventListener(unauthorised, () => session.user && again(), { signal })
  // Without a network nothing is learned, and whoever is sent to the login would lose the page with what is chosen in it.
  const timer = setInterval(() => navigator.onLine && again(), sessionCheckInterval)
  // The loader of a private page may have been first.
  if (forgetIfOut() || session.loading) again()
  return () => {
    clearInterval(timer)
    watching.abort()
  }
}
