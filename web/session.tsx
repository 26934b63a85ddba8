// Who is signed in: checked at the start, every five minutes and after a 401; and the guard of private pages.
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Navigate } from 'react-router'
import { sessionCheckInterval } from '../contract/limits.ts'
import {
  checkAdmin,
  checkAuth,
  type DashboardData,
  dashboard,
  logOut as logOutCall,
  type SessionUser,
} from '../contract/session.ts'
import { call, onUnauthorised } from './call.ts'
import { toast } from './ui/toast.tsx'

interface Session {
  /** True until the first check has finished, well or not (section 4). */
  loading: boolean
  user: SessionUser | null
  isAdmin: boolean
  dashboardData: DashboardData | null
}

const nobody: Session = { loading: false, user: null, isAdmin: false, dashboardData: null }
const unknown: Session = { ...nobody, loading: true }

/** Tells other tabs that somebody signed in or out here. */
const signal = 'session-changed'

let session = unknown
let underway: Promise<void> | null = null
const listeners = new Set<() => void>()

function set(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

/** Asks the server who is signed in. Calls made while one is under way share it. */
function check(): Promise<void> {
  underway ??= ask().finally(() => {
    underway = null
  })
  return underway
}

async function ask(): Promise<void> {
  try {
    const answer = await call(checkAuth)
    if (!answer.isAuthenticated) return set(nobody)
    set({ ...session, user: answer.user })
    const [isAdmin, dashboardData] = await Promise.all([askAdmin(), askDashboard()])
    set({ loading: false, user: answer.user, isAdmin, dashboardData })
  } catch (error) {
    console.error('Auth/admin check failed:', error)
    set(nobody)
  }
}

/** If only this fails, the person stays signed in, as no admin (section 8). */
async function askAdmin(): Promise<boolean> {
  try {
    return (await call(checkAdmin)).isAdmin
  } catch (error) {
    console.error('Auth/admin check failed:', error)
    return false
  }
}

async function askDashboard(): Promise<DashboardData | null> {
  try {
    return await call(dashboard)
  } catch {
    return null
  }
}

/** Signs out here and in the other tabs, even if the call fails (section 8). */
async function logOut(): Promise<void> {
  try {
    await call(logOutCall, { body: {} as never })
  } catch (error) {
    console.error('Logout failed:', error)
  }
  set(nobody)
  tellOtherTabs()
}

/** After a sign-in: the old answer is forgotten and the server asked anew, here and in the other tabs. */
async function signedIn(): Promise<void> {
  await underway
  await check()
  tellOtherTabs()
}

function tellOtherTabs(): void {
  try {
    localStorage.setItem(signal, String(Date.now()))
  } catch {
    // Storage is blocked: the other tabs learn it at their next check.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession() {
  const current = useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  )
  return { ...current, check, signedIn, logOut }
}

/** Runs the checks while the page lives. */
export function watchSession(): () => void {
  const again = () => void check()
  const onStorage = (event: StorageEvent) => {
    if (event.key === signal) again()
  }
  onUnauthorised(() => {
    // Only somebody who was signed in can have been signed out.
    if (session.user) again()
  })
  window.addEventListener('storage', onStorage)
  const timer = setInterval(again, sessionCheckInterval)
  again()
  return () => {
    clearInterval(timer)
    window.removeEventListener('storage', onStorage)
  }
}

/** Lets in who may see what is inside; others are sent on (section 2, Route guard). */
export function Guard({ admin = false, children }: { admin?: boolean; children: ReactNode }) {
  const { loading, user, isAdmin } = useSession()
  if (loading)
    return (
      <main className="guard">
        <p role="status">Loading</p>
      </main>
    )
  if (!user) return <Navigate to="/login" replace />
  if (admin && !isAdmin) return <SentHome />
  return children
}

/** Decision 34: a short word, nothing about the page. */
function SentHome() {
  useEffect(() => toast('Admins only', { kind: 'error' }), [])
  return <Navigate to="/" replace />
}
