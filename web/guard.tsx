// The guard of private pages [S2].
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router'
import { handOver } from './account/notice.ts'
import { hasDrafts } from './drafts.ts'
import { useSession } from './session.tsx'
import { toast } from './ui/toast.tsx'

/** Lets in who may see what is inside; others are sent on. */
export function Guard({ admin = false, children }: { admin?: boolean; children: ReactNode }) {
  const { loading, user, isAdmin, hasEnded } = useSession()
  // The other private pages stand in the frame of the public ones, which has its <main>.
  const Around = admin ? 'main' : 'div'
  if (loading)
    return (
      <Around className="guard">
        <p className="needs-js" role="status">
          Loading
        </p>
        <noscript>
          <p>This page needs JavaScript, which is switched off in this browser.</p>
          <p>
            <a className="link" href="/">
              Go to Homepage
            </a>
          </p>
        </noscript>
      </Around>
    )
  // A draft is of somebody who was logged in, be it before the page was loaded again.
  if (!user)
    return <Navigate to="/login" replace state={hasEnded || hasDrafts() ? sessionEnded() : undefined} />
  if (admin && !isAdmin) return <SentHome />
  return children
}

/** For the login page, after a session that ended by itself. */
export function sessionEnded() {
  const kept = hasDrafts() ? ' What you typed is still in its form.' : ''
  return handOver(`Your session has ended. Please log in again.${kept}`, 'notice')
}

/** [R34] A short word, nothing about the page. */
function SentHome() {
  useEffect(() => toast('Admins only', { kind: 'error' }), [])
  return <Navigate to="/" replace />
}
