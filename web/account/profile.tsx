// The profile: who one is here, and the ways on.
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { site } from '../../content/site.ts'
import { readProfile } from '../../contract/account.ts'
import type { SessionUser } from '../../contract/session.ts'
import { call } from '../call.ts'
import { Guard } from '../guard.tsx'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Avatar } from './avatar.tsx'
import { wordsOf } from './form.tsx'
import { AccountStyles } from './frames.tsx'
import { useNotice } from './notice.ts'

export function meta() {
  return pageMeta({ title: `Profile | ${site.brand}`, noindex: true })
}

export default function Profile() {
  return (
    <Guard>
      <Person />
    </Guard>
  )
}

function Person() {
  const { user: known, logOut } = useSession()
  const [read, setRead] = useState<SessionUser>()
  const [failure, setFailure] = useState<string>()
  const [notice, dismiss] = useNotice()

  useEffect(() => {
    const stop = new AbortController()
    call(readProfile, { signal: stop.signal }).then(
      (answer) => setRead(answer.user),
      (error) => stop.signal.aborted || setFailure(wordsOf(error, 'Failed to fetch profile')),
    )
    return () => stop.abort()
  }, [])

  // What the session knows stands there at once; the answer only refreshes it.
  const user = read ?? known
  if (!user) return null
  return (
    <section className="wrap page-head">
      <AccountStyles />
      <div className="g12 account">
        <div className="p-av">
          <Avatar user={user} className="crop" sizes="(min-width: 961px) 300px, 45vw" />
        </div>
        <div className="p-main">
          <h1 className="section-title upper">{user.name || user.email}</h1>
          {failure && <Alert kind="error">{failure}</Alert>}
          {notice && (
            <Alert kind={notice.kind} onDismiss={dismiss}>
              {notice.text}
            </Alert>
          )}
          <Facts user={user} />
          <div className="actions">
            <ButtonLink to="/profile/edit-profile">Edit Profile</ButtonLink>
            <ButtonLink variant="secondary" to="/profile/change-password">
              Change Password
            </ButtonLink>
            <Button variant="quiet" onClick={logOut}>
              Logout
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

function Facts({ user }: { user: SessionUser }) {
  const since = new Date(user.createdAt)
  return (
    <dl className="facts">
      <div>
        <dt>Email</dt>
        <dd>{user.email}</dd>
      </div>
      <div>
        <dt>Member since</dt>
        <dd className="tabular-nums">
          <time dateTime={user.createdAt} title={moment.format(since)}>
            {day.format(since)}
          </time>
        </dd>
      </div>
      <div>
        <dt>Email verification</dt>
        <dd>
          {user.isEmailValid ? (
            <Badge look="ok">Verified</Badge>
          ) : (
            <>
              <Badge look="due">Not verified</Badge>
              <Link className="link" to="/verify-email">
                Verify Now
              </Link>
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}
