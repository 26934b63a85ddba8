// The guard of private pages, and the one of pages for visitors only.
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { flash } from './alerts.tsx'
import * as blank from './blank-page.module.css'
import { hasDrafts } from './drafts.ts'
import { useSession } from './session.tsx'
import * as layout from './ui/layout.module.css'
import * as links from './ui/link.module.css'
import { toast } from './ui/toast.tsx'
import * as typography from './ui/typography.module.css'

/** Shows what is inside to users who may see it, and sends others away. */
export function Guard({ admin = false, children }: { admin?: boolean; children: ReactNode }) {
  const { loading, user, isAdmin, endedUserId } = useSession()
  if (loading) return <GuardLoading admin={admin} />
  // A draft is of somebody who was logged in, be it before the page was loaded again.
  if (!user) return <Redirect to="/login" before={endedUserId || hasDrafts() ? flashSessionEnd : undefined} />
  if (admin && !isAdmin) return <Redirect to="/" before={toastAdminsOnly} />
  return children
}

/** Also in the server's HTML, for routes whose data only the browser can load; without JavaScript it says so. */
export function GuardLoading({ admin = false }: { admin?: boolean }) {
  // The other private pages stand in the frame of the public ones, which has its <main>.
  const Around = admin ? 'main' : 'div'
  return (
    <Around className={blank.page}>
      <p className={`${layout.needsScript} ${typography.loading}`} role="status">
        Loading
      </p>
      <noscript>
        <p className={typography.loading}>
          This page needs JavaScript, which is switched off in this browser.
        </p>
        <p className={typography.loading}>
          <a className={links.link} href="/">
            Go to Homepage
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

function flashSessionEnd(): void {
  const drafts = hasDrafts() ? ' What you typed is still in its form.' : ''
  flash(`Your session has ended. Please log in again.${drafts}`, 'notice')
}

/** A short text, nothing about the page. */
function toastAdminsOnly(): void {
  toast('Admins only', { kind: 'error' })
}
