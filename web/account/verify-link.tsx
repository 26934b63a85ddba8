// Verify the email address by the link of an email. It never signs anyone in.
import { verifyByLink } from '../../contract/account.ts'
import { redirectAfterUnauthorised } from '../../contract/limits.ts'
import { flash } from '../alerts.tsx'
import { call, messageOf, settled } from '../call.ts'
import { Redirect } from '../guard.tsx'
import { privateMeta } from '../page-meta.ts'
import { check, knownSession, useSession } from '../session.tsx'
import { Alert } from '../ui/notice.tsx'
import { useSaid, useWords } from '../ui/words.tsx'
import type { Route } from './+types/verify-link'
import { loadingPage, useDelayedRedirect, VisitorLayout, WayOn } from './layouts.tsx'

export const meta = privateMeta('Verify Email')

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const token = url.searchParams.get('token')
  const email = url.searchParams.get('email')
  return { verification: token && email ? await settled(verify(token, email)) : null }
}

async function verify(token: string, email: string): Promise<void> {
  const { user } = await knownSession()
  await call(verifyByLink, { query: { token, email } })
  if (user) await check()
}

export const HydrateFallback = loadingPage('Verify Email', 'Verifying email...')

export default function VerifyLink({ loaderData: { verification } }: Route.ComponentProps) {
  return (
    <VisitorLayout title={useWords()('Verify Email')}>
      {verification ? <Verification error={verification.error} /> : <Incomplete />}
    </VisitorLayout>
  )
}

function Incomplete() {
  useDelayedRedirect('/login', redirectAfterUnauthorised)
  return <Alert kind="error">{useWords()('Invalid verification link.')}</Alert>
}

function Verification({ error }: { error: Error | undefined }) {
  const { user } = useSession()
  const t = useWords()
  const said = useSaid()
  if (!error)
    return <Redirect to={user ? '/profile' : '/login'} before={() => flash('Email verified successfully!')} />
  return (
    <>
      <Alert kind="error">{said(messageOf(error, 'An error occurred. Please try again.'))}</Alert>
      <WayOn to={user ? '/verify-email' : '/login'}>{t(user ? 'Ask for a new link' : 'Back to Login')}</WayOn>
    </>
  )
}
