// The profile: the account's data, and where they are changed.
import { Link } from 'react-router'
import { readProfile } from '../../contract/account.ts'
import type { SessionUser } from '../../contract/responses/accounts.ts'
import { FormAlert, useAlert } from '../alerts.tsx'
import { call, messageOf, settled } from '../call.ts'
import { Guard } from '../guard.tsx'
import { privateMeta } from '../page-meta.ts'
import { logOut, useSession } from '../session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Alert } from '../ui/notice.tsx'
import * as ui from '../ui/primitives.module.css'
import { useDates, useSaid, useWords } from '../ui/words.tsx'
import type { Route } from './+types/profile'
import * as layouts from './account.module.css'
import { Avatar } from './avatar.tsx'

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
  const { user: known } = useSession()
  const alert = useAlert()
  const t = useWords()
  const said = useSaid()

  // What the session knows is shown where the response is missing.
  const user = data?.user ?? known
  if (!user) return null
  return (
    <section className={`${ui.wrap} ${ui.pageHead}`}>
      <div className={`${ui.grid} ${layouts.account}`}>
        <div className={layouts.image}>
          <Avatar
            user={user}
            className={`${ui.marks} ${layouts.avatar}`}
            sizes="(width > 60em) 300px, 45vw"
          />
        </div>
        <div className={`${ui.stack} ${layouts.main}`}>
          <h1 className={`${ui.sectionTitle} ${layouts.name}`}>{user.name || user.email}</h1>
          {error && <Alert kind="error">{said(messageOf(error, 'Failed to fetch profile'))}</Alert>}
          <FormAlert alert={alert} />
          <Facts user={user} />
          <div className={`${ui.cluster} ${ui.stacked}`}>
            <ButtonLink to="/profile/edit-profile">{t('Edit Profile')}</ButtonLink>
            <ButtonLink variant="secondary" to="/profile/change-password">
              {t('Change Password')}
            </ButtonLink>
            <Button variant="quiet" onClick={logOut}>
              {t('Logout')}
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}

function Facts({ user }: { user: SessionUser }) {
  const t = useWords()
  const day = useDates({ month: 'short', day: 'numeric', year: 'numeric' })
  const moment = useDates({ dateStyle: 'full', timeStyle: 'long' })
  return (
    <dl className={`${ui.lined} ${ui.facts} ${layouts.facts}`}>
      <div>
        <dt>{t('Email')}</dt>
        <dd>{user.email}</dd>
      </div>
      <div>
        <dt>{t('Member since')}</dt>
        <dd>
          <time dateTime={user.createdAt} title={moment(user.createdAt)}>
            {day(user.createdAt)}
          </time>
        </dd>
      </div>
      <div>
        <dt>{t('Email verification')}</dt>
        <dd className={ui.cluster}>
          {user.isEmailValid ? (
            <Badge look="ok" className={layouts.badge}>
              {t('Verified')}
            </Badge>
          ) : (
            <>
              <Badge look="due" className={layouts.badge}>
                {t('Not verified')}
              </Badge>
              <Link className={ui.link} to="/verify-email">
                {t('Verify Now')}
              </Link>
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}
