// Edit profile: the name, and the image with preview and removal.
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { editProfile, readEditProfile } from '../../contract/account.ts'
import type { ResponseOf } from '../../contract/call.ts'
import { avatarBytes, redirectAfterProfile } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { call, messageOf, settled } from '../call.ts'
import { Form } from '../forms/form.tsx'
import { useForm } from '../forms/use-form.ts'
import { Redirect } from '../guard.tsx'
import { privateMeta } from '../page-meta.ts'
import { check, useSession } from '../session.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import * as field from '../ui/field.module.css'
import { FieldError } from '../ui/field.tsx'
import { ImageInput, imageProblem, useObjectUrl } from '../ui/image-input.tsx'
import { toast } from '../ui/notice.tsx'
import * as ui from '../ui/primitives.module.css'
import { UploadIcon } from '../ui/tool-icons.tsx'
import { mixed, useWords } from '../ui/words.tsx'
import type { Route } from './+types/edit-profile'
import * as styles from './account.module.css'
import { Avatar } from './avatar.tsx'
import { NameField } from './fields.tsx'
import { UserLayout } from './layouts.tsx'

export const meta = privateMeta('Edit Profile')

export const clientLoader = () => settled(call(readEditProfile))

export default function EditProfile({ loaderData }: Route.ComponentProps) {
  const { data, error } = loaderData
  // A 401 or a failed load goes to /login.
  const t = useWords()
  const isFailure = !(error instanceof Problem && error.code === 'anonymous')
  if (!data)
    return <Redirect to="/login" before={() => isFailure && toast('Server error.', { kind: 'error' })} />
  return (
    <UserLayout title={t('Edit Profile')}>
      <EditForm stored={data} />
    </UserLayout>
  )
}

type Stored = Pick<ResponseOf<typeof readEditProfile>, 'name' | 'avatarUrl'>

function EditForm({ stored }: { stored: Stored }) {
  const { user } = useSession()
  const t = useWords()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [avatar, setAvatar] = useState<File | 'removed' | null>(null)
  const [isSaved, setSaved] = useState(false)
  const file = avatar === 'removed' ? null : avatar
  const preview = useObjectUrl(file)
  const shown = avatar === 'removed' ? { ...stored, avatarUrl: null } : stored

  const form = useForm(editProfile.body, {
    initial: { name: stored.name },
    draft: 'edit profile',
    send: ({ name }) => {
      const changed = avatar === 'removed' ? { removeAvatar: 'true' } : avatar && { avatar }
      return call(editProfile, { form: { name, ...changed } })
    },
    onSent: async () => {
      setSaved(true)
      form.alert.show('success', 'Profile updated successfully!')
      await check()
    },
    failed: (error) =>
      error instanceof Problem && error.status < 500 ? messageOf(error, 'Update failed') : 'Server error.',
  })

  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => navigate('/profile'), redirectAfterProfile)
    return () => clearTimeout(timer)
  }, [isSaved, navigate])

  const error = form.errors.avatar
  const choose = ([chosen]: File[]) => {
    if (!chosen) return
    const problem = imageProblem(chosen, avatarBytes)
    if (problem) return form.setError('avatar', problem)
    form.clear('avatar')
    setAvatar(chosen)
  }
  const remove = () => {
    setAvatar('removed')
    form.clear('avatar')
    // The button goes away; the focus stays next to where it was.
    input.current?.focus()
  }

  return (
    <Form form={form} submit={t('Save Changes')} busyLabel={t('Saving...')} busy={form.busy || isSaved}>
      <div className={field.field}>
        <div className={`${ui.cluster} ${styles.row}`}>
          <Avatar
            user={{ ...shown, email: user?.email ?? '' }}
            preview={preview}
            alt={t('Avatar preview')}
            sizes="128px"
            className={styles.editProfileAvatar}
          />
          <div className={ui.cluster}>
            <ImageInput
              ref={input}
              id={id}
              className={ui.hidden}
              name="avatar"
              aria-invalid={error !== undefined}
              aria-describedby={error && `${id}-error`}
              onFiles={choose}
            />
            <label className={buttonClass({ variant: 'secondary', size: 'sm' })} htmlFor={id}>
              <UploadIcon size="s" />
              {t('Upload avatar')}
            </label>
            {(file || shown.avatarUrl) && (
              <Button variant="quiet" size="sm" onClick={remove}>
                {t('Remove')}
              </Button>
            )}
          </div>
        </div>
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
      <NameField {...form.field('name')} />
      <OwnEmail />
    </Form>
  )
}

/** Nobody changes their own email address here; it says whom to ask, and an admin where it is done. */
function OwnEmail() {
  const { user, isAdmin } = useSession()
  const t = useWords()
  return (
    <p className={ui.hint}>
      {mixed(t('Your email is {email}.'), { email: <b>{user?.email}</b> })}{' '}
      {isAdmin
        ? mixed(t('Change it under {users}.'), {
            // As the dashboard calls them.
            users: (
              <Link className={ui.link} to="/dashboard/users">
                Users
              </Link>
            ),
          })
        : t('To change it, ask the administrator.')}
    </p>
  )
}
