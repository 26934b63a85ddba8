// Verify the email address by the link of an email. It never signs anyone in [R79].
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { site } from '../../content/site.ts'
import { verifyByLink } from '../../contract/account.ts'
import { redirectAfterUnauthorised } from '../../contract/limits.ts'
import { flash } from '../alerts.tsx'
import { call, messageOf } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Alert } from '../ui/alert.tsx'
import { Loading, useDelayedRedirect, VisitorLayout } from './layouts.tsx'

export function meta() {
  return pageMeta({ title: `Verify Email | ${site.brand}`, noindex: true })
}

export default function VerifyLink() {
  const [query] = useSearchParams()
  const token = query.get('token')
  const email = query.get('email')
  return (
    <VisitorLayout title="Verify Email">
      {token && email ? <Check token={token} email={email} /> : <Incomplete />}
    </VisitorLayout>
  )
}

function Incomplete() {
  useDelayedRedirect('/login', redirectAfterUnauthorised)
  return <Alert kind="error">Invalid verification link.</Alert>
}

function Check({ token, email }: { token: string; email: string }) {
  const { loading, user, check } = useSession()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const target = user ? '/profile' : '/login'

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it is known who is signed in
  useEffect(() => {
    if (loading) return
    const stop = new AbortController()
    call(verifyByLink, { query: { token, email }, signal: stop.signal })
      .then(async () => {
        if (user) await check()
        flash('Email verified successfully!')
        navigate(target, { replace: true })
      })
      .catch((error) => {
        if (!stop.signal.aborted) setFailure(messageOf(error, 'Invalid token or expired.'))
      })
    return () => stop.abort()
  }, [loading, token, email])

  if (!failure) return <Loading>Verifying email...</Loading>
  return (
    <>
      <Alert kind="error">{failure}</Alert>
      <p className="auth-more">
        <Link className="link" to={user ? '/verify-email' : '/login'}>
          {user ? 'Ask for a new link' : 'Back to Login'}
        </Link>
      </p>
    </>
  )
}
