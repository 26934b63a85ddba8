// Edit profile: the name, and the image with preview and removal.
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { site } from '../../content/site.ts'
import { editProfile, readEditProfile } from '../../contract/account.ts'
import { imageAccept, imageTypes } from '../../contract/images.ts'
import { avatarBytes, nameLength, redirectAfterProfile } from '../../contract/limits.ts'
import { call } from '../call.ts'
import { draftOf, keepDraft } from '../drafts.ts'
import { Guard, sessionEnded } from '../guard.tsx'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { FieldError, TextField } from '../ui/field.tsx'
import { useObjectUrl } from '../ui/file-input.tsx'
import { Submit } from '../ui/submit.tsx'
import { UploadIcon } from '../ui/tool-icons.tsx'
import { Avatar } from './avatar.tsx'
import { FormNotice, statusOf, useForm, wordsOf } from './form.tsx'
import { PersonFrame } from './frames.tsx'

export function meta() {
  return pageMeta({ title: `Edit Profile | ${site.brand}`, noindex: true })
}

interface Stored {
  name: string
  avatarUrl: string | null
}

export default function EditProfile() {
  return (
    <Guard>
      <Edit />
    </Guard>
  )
}

function Edit() {
  const navigate = useNavigate()
  const [stored, setStored] = useState<Stored>()

  useEffect(() => {
    const stop = new AbortController()
    call(readEditProfile, { signal: stop.signal }).then(
      ({ name, avatarUrl }) => setStored({ name, avatarUrl }),
      // [S8] A 401 or a failed load goes to /login.
      () => stop.signal.aborted || navigate('/login', { replace: true }),
    )
    return () => stop.abort()
  }, [navigate])

  return (
    <PersonFrame title="Edit Profile">
      {stored ? (
        <EditForm stored={stored} />
      ) : (
        <p className="loading" role="status">
          Loading
        </p>
      )}
    </PersonFrame>
  )
}

const draftName = 'edit profile'

function EditForm({ stored }: { stored: Stored }) {
  const { user, check } = useSession()
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [removed, setRemoved] = useState(false)
  const [saved, setSaved] = useState(false)

  const form = useForm(editProfile, {
    failed: (error) => {
      const status = statusOf(error)
      if (status === 401) navigate('/login', { replace: true, state: sessionEnded() })
      return status === 0 || status >= 500 ? 'Server error.' : wordsOf(error, 'Update failed')
    },
    send: async ({ name }) => {
      const fields = new FormData()
      fields.set('name', name)
      if (file) fields.set('avatar', file)
      else if (removed) fields.set('removeAvatar', 'true')
      await call(editProfile, { form: fields })
      keepDraft(user?.id, draftName, undefined)
      setSaved(true)
      form.setNotice({ kind: 'success', text: 'Profile updated successfully!' })
      await check()
    },
  })

  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => navigate('/profile'), redirectAfterProfile)
    return () => clearTimeout(timer)
  }, [saved, navigate])

  return (
    <form {...form.props}>
      <FormNotice form={form} />
      <AvatarField
        stored={removed ? { ...stored, avatarUrl: null } : stored}
        file={file}
        error={form.errors.avatar}
        onChoose={(chosen) => {
          setFile(chosen)
          setRemoved(false)
        }}
        onRemove={() => {
          setFile(null)
          setRemoved(true)
          form.clear('avatar')
        }}
      />
      <TextField
        label="Name"
        name="name"
        defaultValue={draftOf(user?.id, draftName, { name: stored.name }).name}
        onChange={({ target }) => keepDraft(user?.id, draftName, { name: target.value })}
        autoComplete="name"
        maxLength={nameLength}
        required
        error={form.errors.name}
      />
      <OwnMail />
      <div className="actions">
        <Submit busy={form.busy || saved} busyLabel="Saving...">
          Save Changes
        </Submit>
      </div>
    </form>
  )
}

/** [R81] Nobody changes their own address here; it says whom to ask, and an admin where it is done. */
function OwnMail() {
  const { user, isAdmin } = useSession()
  return (
    <p className="hint wrap-anywhere">
      Your email is <b>{user?.email}</b>.{' '}
      {isAdmin ? (
        <>
          Change it under{' '}
          <Link className="link" to="/dashboard/users">
            Users
          </Link>
          .
        </>
      ) : (
        'To change it, ask the administrator.'
      )}
    </p>
  )
}

interface AvatarProps {
  stored: Stored
  file: File | null
  error: string | undefined
  onChoose: (file: File) => void
  onRemove: () => void
}

const wrongType = 'Choose a PNG, JPG, JPEG or WebP image.'
const tooLarge = `The image may have at most ${avatarBytes / 1024 / 1024} MB.`

function AvatarField({ stored, file, error, onChoose, onRemove }: AvatarProps) {
  const { user } = useSession()
  const preview = useObjectUrl(file)
  const [refusal, setRefusal] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const problem = refusal ?? error

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    // Emptied so that choosing the same file again is noticed.
    event.target.value = ''
    if (!chosen) return
    const found = !imageTypes.includes(chosen.type)
      ? wrongType
      : chosen.size > avatarBytes
        ? tooLarge
        : undefined
    setRefusal(found)
    if (!found) onChoose(chosen)
  }

  return (
    <div className="field">
      <div className="avatar-row">
        <Avatar
          user={{ ...stored, email: user?.email ?? '' }}
          preview={preview}
          alt="Avatar preview"
          sizes="128px"
          className="avatar-128"
        />
        <div className="actions">
          <input
            ref={input}
            id={id}
            name="avatar"
            type="file"
            className="sr-only"
            accept={imageAccept}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-error` : undefined}
            onChange={choose}
          />
          <label className="btn btn-2 btn-sm" htmlFor={id}>
            <UploadIcon size="s" />
            Upload avatar
          </label>
          {(file || stored.avatarUrl) && (
            <Button
              variant="quiet"
              size="sm"
              onClick={() => {
                setRefusal(undefined)
                onRemove()
                // The button goes away; the focus stays beside where it was.
                input.current?.focus()
              }}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
      {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
    </div>
  )
}
