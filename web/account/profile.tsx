// The profile: the account's data, and where they are changed.
import { Link } from 'react-router'
import { readProfile } from '../../contract/account.ts'
import type { SessionUser } from '../../contract/responses/accounts.ts'
import { FormAlert, useAlert } from '../alerts.tsx'
import { call, messageOf, settled } from '../call.ts'
import { Guard } from '../guard.tsx'
import { privateMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import * as layout from '../ui/layout.module.css'
import { Alert } from '../ui/notice.tsx'
import * as typography from '../ui/typography.module.css'
import type { Route } from './+types/profile'
import { Avatar } from './avatar.tsx'
import * as layouts from './layouts.module.css'
import * as styles from './profile.module.css'

export const meta = privateMeta('Profile')

export const clientLoader = () => settled(call(readProfile))

export default function Profile({ loaderData }: Route.ComponentProps) {
  return (
    <Guard>
      <Account {...loaderData} />
    </Guard>
  )
}

function Account({ data, error }: Route.ComponentProps['loaderData']) {
  const { user: known, logOut } = useSession()
  const alert = useAlert()

  // What the session knows is shown where the response is missing.
  const user = data?.user ?? known
  if (!user) return null
  return (
    <section className={`${layout.wrap} ${layout.pageHead}`}>
      <div className={`${layout.grid} ${layouts.account}`}>
        <div className={styles.image}>
          <Avatar
            user={user}
            className={`${layout.marks} ${styles.avatar}`}
            sizes="(width > 60em) 300px, 45vw"
          />
        </div>
        <div className={`${layout.stack} ${styles.main}`}>
          <h1 className={`${typography.sectionTitle} ${styles.name}`}>{user.name || user.email}</h1>
          {error && <Alert kind="error">{messageOf(error, 'Failed to fetch profile')}</Alert>}
          <FormAlert alert={alert} />
          <Facts user={user} />
          <div className={`${layout.actions} ${layout.stacked}`}>
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
    <dl className={`${layout.facts} ${styles.facts}`}>
      <div>
        <dt>Email</dt>
        <dd>{user.email}</dd>
      </div>
      <div>
        <dt>Member since</dt>
        <dd>
          <time dateTime={user.createdAt} title={moment.format(since)}>
            {day.format(since)}
          </time>
        </dd>
      </div>
      <div>
        <dt>Email verification</dt>
        <dd>
          {user.isEmailValid ? (
            <Badge look="ok" className={styles.badge}>
              Verified
            </Badge>
          ) : (
            <>
              <Badge look="due" className={styles.badge}>
                Not verified
              </Badge>
              <Link className={typography.link} to="/verify-email">
                Verify Now
              </Link>
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}
