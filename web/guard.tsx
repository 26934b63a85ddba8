// Who may see private pages, and pages for visitors only: the middleware of their layouts sends others away before anything
// is loaded, and the guards do when a session begins or ends while a page is open.
import { type ReactNode, useEffect } from 'react'
import { type MiddlewareFunction, redirect, replace, useNavigate } from 'react-router'
import { flash } from './alerts.tsx'
import { hasSessionEnded, knownSession, useSession } from './session.tsx'
import { hasDrafts } from './storage.ts'
import { toast } from './ui/notice.tsx'
import * as ui from './ui/primitives.module.css'
import { useWords } from './ui/words.tsx'

type Args = Parameters<MiddlewareFunction>[0]

export async function usersOnly({ request }: Args): Promise<void> {
  if ((await knownSession()).user) return
  flashSessionEnd()
  throw redirectFrom(request, '/login')
}

export async function adminsOnly(args: Args): Promise<void> {
  await usersOnly(args)
  if ((await knownSession()).isAdmin) return
  toastAdminsOnly()
  throw redirectFrom(args.request, '/')
}

/** @param flashed what the other page then shows */
export function visitorsOnly(to: string, flashed: string) {
  return async ({ request }: Args): Promise<void> => {
    if (!(await knownSession()).user) return
    flash(flashed, 'notice')
    throw redirectFrom(request, to)
  }
}

/** The page is left out of the history. With the first page and with Back it is there already. */
const redirectFrom = ({ url }: Request, to: string) => (url === location.href ? replace(to) : redirect(to))

/** Shows what is inside to users who may see it, and sends others away. */
export function Guard({ admin = false, children }: { admin?: boolean; children: ReactNode }) {
  const { loading, user, isAdmin } = useSession()
  if (loading) return <GuardLoading admin={admin} />
  if (!user) return <Redirect to="/login" before={flashSessionEnd} />
  if (admin && !isAdmin) return <Redirect to="/" before={toastAdminsOnly} />
  return children
}

/** Also in the server's HTML, for routes whose data only the browser can load; without JavaScript it says so. */
export function GuardLoading({ admin = false }: { admin?: boolean }) {
  const t = useWords()
  // The other private pages stand in the frame of the public ones, which has its <main>.
  const Around = admin ? 'main' : 'div'
  return (
    <Around className={`${ui.wrap} ${ui.page}`}>
      <p className={`${ui.needsScript} ${ui.statement}`} role="status">
        {t('Loading')}
      </p>
      <noscript>
        <p className={ui.statement}>
          {t('This page needs JavaScript, which is switched off in this browser.')}
        </p>
        <p className={ui.statement}>
          <a className={ui.link} href="/">
            {t('Go to Homepage')}
          </a>
        </p>
      </noscript>
    </Around>
  )
}

/** For pages that are of no use to a user, who is sent to `to`. */
export function VisitorGuard({ to, flashed, children }: VisitorGuardProps) {
  const { user } = useSession()
  if (user) return <Redirect to={to} before={() => flashed && flash(flashed, 'notice')} />
  return children
}

interface VisitorGuardProps {
  to: string
  /** What the other page then shows. */
  flashed?: string
  children: ReactNode
}

/** Leaves the page, and the browser's history without it. @param before is called once, before that. */
export function Redirect({ to, before }: { to: string; before?: (() => unknown) | undefined }) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    before?.()
    navigate(to, { replace: true })
  }, [])
  return null
}

/** Nothing where nobody was logged in, or somebody has logged out. */
function flashSessionEnd(): void {
  if (!hasSessionEnded()) return
  const drafts = hasDrafts() ? ' What you typed is still in its form.' : ''
  flash(`Your session has ended. Please log in again.${drafts}`, 'notice')
}

/** A short text, nothing about the page. */
function toastAdminsOnly(): void {
  toast('Admins only', { kind: 'error' })
}
