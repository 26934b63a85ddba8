// Verify the email by the link of a mail. It never signs anyone in [R79].
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { site } from '../../content/site.ts'
import { verifyByLink } from '../../contract/account.ts'
import { redirectAfterUnauthorised } from '../../contract/limits.ts'
import { call } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Alert } from '../ui/alert.tsx'
import { wordsOf } from './form.tsx'
import { VisitorFrame } from './frames.tsx'
import { handOver } from './notice.ts'

export function meta() {
  return pageMeta({ title: `Verify Email | ${site.brand}`, noindex: true })
}

export default function VerifyLink() {
  const [query] = useSearchParams()
  const token = query.get('token')
  const email = query.get('email')
  return (
    <VisitorFrame title="Verify Email">
      {token && email ? <Check token={token} email={email} /> : <Incomplete />}
    </VisitorFrame>
  )
}

function Incomplete() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/login', { replace: true }), redirectAfterUnauthorised)
    return () => clearTimeout(timer)
  }, [navigate])
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
        navigate(target, { replace: true, state: handOver('Email verified successfully!') })
      })
      .catch((error) => {
        if (!stop.signal.aborted) setFailure(wordsOf(error, 'Invalid token or expired.'))
      })
    return () => stop.abort()
  }, [loading, token, email])

  if (!failure)
    return (
      <p className="loading" role="status">
        Verifying email...
      </p>
    )
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
