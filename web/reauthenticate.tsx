// Asks for the password in place when a change needs a recent sign-in, and goes on with the change.
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { reauthenticate } from '../contract/passwords.ts'
import { Problem } from '../contract/problem.ts'
import { PasswordField } from './account/password-field.tsx'
import { call, isNetworkError } from './call.ts'
import { useSession } from './session.tsx'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'

/** The dialog was closed: the change was not made, and there is nothing to say about it. */
export class Cancelled extends Error {}

interface Waiting {
  confirmed: () => void
  cancelled: () => void
}

/**
 * `run` makes a change; where the server answers with the code `reauthenticate`, `dialog` asks for the password and
 * the change is made once more after it.
 * @param what begins the dialog's sentence, such as "Deleting a user".
 */
export function useReauthentication(what: string) {
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  /** @throws Cancelled, or whatever the change throws. */
  const run = async <Result,>(change: () => Promise<Result>): Promise<Result> => {
    // Taken now: a button that is disabled while its change is under way loses the focus.
    const opener = document.activeElement
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'reauthenticate') throw error
    }
    const isConfirmed = await new Promise<boolean>((resolve) =>
      setWaiting({ confirmed: () => resolve(true), cancelled: () => resolve(false) }),
    )
    setWaiting(null)
    if (isConfirmed) return change()
    returnFocus(opener)
    throw new Cancelled()
  }

  return { run, dialog: waiting && <ConfirmIdentity what={what} {...waiting} /> }
}

const maxFrames = 60

/** As soon as it can be focused again. */
function returnFocus(opener: Element | null, frame = 0): void {
  requestAnimationFrame(() => {
    if (!(opener instanceof HTMLElement) || !opener.isConnected || frame > maxFrames) return
    if (opener.matches(':disabled') || document.querySelector('dialog[open]')) returnFocus(opener, frame + 1)
    else opener.focus()
  })
}

function ConfirmIdentity({ what, confirmed, cancelled }: Waiting & { what: string }) {
  const { user } = useSession()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  const reject = (form: HTMLFormElement, message: string | undefined) => {
    flushSync(() => {
      setError(message)
      setBusy(false)
    })
    form.querySelector<HTMLInputElement>('[name="password"]')?.select()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    const form = event.currentTarget
    const checked = reauthenticate.body.safeParse(Object.fromEntries(new FormData(form)))
    if (!checked.success) return reject(form, checked.error.issues[0]?.message)
    sending.current = true
    setError(undefined)
    setBusy(true)
    try {
      await call(reauthenticate, { body: checked.data })
      confirmed()
    } catch (failure) {
      reject(form, isNetworkError(failure) ? 'Network error' : (failure as Problem).message)
    } finally {
      sending.current = false
    }
  }

  return (
    <Dialog
      title="Confirm it is you"
      size="s"
      onClose={() => !busy && cancelled()}
      onSubmit={submit}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={cancelled} disabled={busy}>
            Cancel
          </Button>
          <Button size="sm" type="submit" busy={busy} busyLabel="Checking...">
            Continue
          </Button>
        </>
      }
    >
      <p className="hint">{what} needs your password again. You stay signed in.</p>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        disabled={busy}
        error={error}
        onType={() => setError(undefined)}
      />
      {/* Tells password managers whose password this is; after it, because the first input gets the focus. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
    </Dialog>
  )
}
