// The two layouts of the account pages: next to the monogram for visitors; title left of the form for users.
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { redirectAfterUnauthorised } from '../../contract/limits.ts'
import { Monogram } from '../monogram.tsx'
import { Alert } from '../ui/alert.tsx'
import styles from './account.css?url'

interface Props {
  title: string
  children: ReactNode
}

/** React puts it into the head, and shows nothing that needs it before it has come. */
export function AccountStyles() {
  return <link rel="stylesheet" href={styles} precedence="area" />
}

/** Log in, sign up, reset, verify by link. */
export function VisitorLayout({ title, children }: Props) {
  return (
    <div className="wrap auth">
      <AccountStyles />
      <div className="auth-form">
        <h1>{title}</h1>
        {children}
        <noscript>
          <p className="hint">This page needs JavaScript, which is switched off in this browser.</p>
        </noscript>
      </div>
      <div className="auth-plate" aria-hidden="true">
        <Monogram art />
      </div>
    </div>
  )
}

/** Verify by code, edit profile, change password. */
export function UserLayout({ title, children }: Props) {
  return (
    <section className="wrap page-head">
      <AccountStyles />
      <div className="g12 account">
        <h1 className="section-title a-h">{title}</h1>
        <div className="a-f">{children}</div>
      </div>
    </section>
  )
}

export function Loading({ children = 'Loading' }: { children?: string }) {
  return (
    <p className="loading" role="status">
      {children}
    </p>
  )
}

/** The server's error for two seconds, then another page. */
export function ErrorRedirect({ title, children, to }: Props & { to: string }) {
  useDelayedRedirect(to, redirectAfterUnauthorised)
  return (
    <UserLayout title={title}>
      <Alert kind="error">{children}</Alert>
    </UserLayout>
  )
}

/** @param delay milliseconds */
export function useDelayedRedirect(to: string, delay: number): void {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), delay)
    return () => clearTimeout(timer)
  }, [navigate, to, delay])
}
