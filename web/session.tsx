// Who is signed in: checked at the start, every five minutes and after a 401.
import { useSyncExternalStore } from 'react'
import type { Call, ResponseOf } from '../contract/call.ts'
import { sessionCheckInterval } from '../contract/limits.ts'
import type { DashboardData, SessionUser } from '../contract/responses/accounts.ts'
import { checkAdmin, checkAuth, dashboard, logOut as logOutCall } from '../contract/session.ts'

interface Session {
  /** True until the first check has finished, well or not; after a login, until the check of the new user has. */
  loading: boolean
  user: SessionUser | null
  isAdmin: boolean
  dashboardData: DashboardData | null
  /** Whose session ended here without a logout, until they are back. */
  endedUserId: string | null
  /** How often somebody has logged out here. */
  logouts: number
}

const unknown: Session = {
  loading: true,
  user: null,
  isAdmin: false,
  dashboardData: null,
  endedUserId: null,
  logouts: 0,
}
const nobody: Session = { ...unknown, loading: false }

/** Tells other tabs that somebody signed in or out here. */
const signal = 'session-changed'
const signedOut = 'out'

let session = unknown
let underway: Promise<void> | null = null
/** Grows when what a check under way will learn is outdated: somebody has signed in or out since. */
let changes = 0
const listeners = new Set<() => void>()
const atLogOut = new Set<() => void>()

function set(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

/**
 * Sends one of this file's calls. Without call.ts: every page loads this, and what goes wrong here is shown to no user.
 * @throws where the response is none of success
 */
async function request<C extends Call>({ method, path }: C): Promise<ResponseOf<C>> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const response = await fetch(path, { method, headers, body: method === 'POST' ? '{}' : null })
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`)
  return response.json()
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
    const response = await request(checkAuth)
    if (changes !== before) return
    if (!response.isAuthenticated) return end()
    const { user } = response
    if (user.id !== (accountId() ?? user.id)) return startAgain()
    set({ ...session, user, loading: session.loading || !session.user })
    const [isAdmin, dashboardData] = await Promise.all([fetchIsAdmin(), fetchDashboard()])
    if (changes !== before) return
    set({ ...nobody, user, isAdmin, dashboardData, logouts: session.logouts })
  } catch (error) {
    console.error('Auth/admin check failed:', error)
    if (changes === before) end()
  }
}

/** Of the account that this tab belongs to: of who is signed in, or whose session has ended; null for a visitor. */
const accountOf = ({ user, endedUserId }: Session) => user?.id ?? endedUserId

/** As `useSession().accountId`, at this moment. */
export const accountId = () => accountOf(session)

function end(): void {
  set({ ...nobody, endedUserId: accountId(), logouts: session.logouts })
}

/** Somebody else has signed in: nothing that this document has loaded, and nothing typed into it, is theirs. */
function startAgain(): void {
  // No check ends any more while the document is open.
  underway = new Promise((resolve) => addEventListener('pagehide', () => resolve()))
  set(unknown)
  // A browser puts back after a reload what was typed before it.
  for (const form of document.forms) form.reset()
  location.reload()
}

/** Called when somebody logs out, here or in another tab: what was loaded for them goes with them. */
export function onLogOut(listener: () => void): void {
  atLogOut.add(listener)
}

/** What somebody typed in this tab goes with them (drafts.ts). */
function forget(): void {
  outdate()
  try {
    sessionStorage.clear()
  } catch {
    // Storage is blocked, so nothing is there.
  }
  set({ ...nobody, logouts: session.logouts + 1 })
  for (const listener of atLogOut) listener()
}

/** If only this fails, the user stays signed in, as no admin. */
async function fetchIsAdmin(): Promise<boolean> {
  try {
    return (await request(checkAdmin)).isAdmin
  } catch (error) {
    console.error('Auth/admin check failed:', error)
    return false
  }
}

async function fetchDashboard(): Promise<DashboardData | null> {
  try {
    return await request(dashboard)
  } catch {
    return null
  }
}

/** Signs out here and in the other tabs, even if the call fails. */
async function logOut(): Promise<void> {
  try {
    await request(logOutCall)
  } catch (error) {
    console.error('Logout failed:', error)
  }
  forget()
  tellOtherTabs(signedOut)
}

/** After a login: checks again who is signed in, here and in the other tabs. */
async function signedIn(): Promise<void> {
  await checkAgain()
  tellOtherTabs('in')
}

function tellOtherTabs(what: string): void {
  try {
    localStorage.setItem(signal, `${what} ${Date.now()}`)
  } catch {
    // Storage is blocked: the other tabs learn it at their next check.
  }
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

export function useSession() {
  const current = useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  )
  return { ...current, accountId: accountOf(current), check, signedIn, logOut }
}

/** After a 401 from any call. Only a user can have been signed out. */
export function recheckSession(): void {
  if (session.user) void check()
}

/** Runs the checks while the document is open. */
export function watchSession(): () => void {
  const again = () => void check()
  const onStorage = (event: StorageEvent) => {
    if (event.key !== signal) return
    if (event.newValue?.startsWith(signedOut)) forget()
    else void checkAgain()
  }
  // Back from another site, the page may be as it was before, while somebody else has signed in.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) void checkAgain()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShow)
  const timer = setInterval(again, sessionCheckInterval)
  // The loader of a private page may have been first.
  if (session.loading) again()
  return () => {
    clearInterval(timer)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShow)
  }
}
