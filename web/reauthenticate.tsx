// Asks for the password in place when a change needs a recent sign-in, and goes on with the change.
import { useState } from 'react'
import { reauthenticate } from '../contract/account.ts'
import { Problem } from '../contract/problem.ts'
import { HiddenUsername } from './account/fields.tsx'
import { PasswordField } from './account/password-field.tsx'
import { call, isNetworkError, messageOf } from './call.ts'
import { Cancelled, useForm } from './forms/use-form.ts'
import { useSession } from './session.tsx'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'
import * as ui from './ui/primitives.module.css'

/**
 * `run` makes a change; where the server responds with the code `reauthenticate`, `dialog` asks for the password and
 * the change is made once more after it.
 * @param what begins the dialog's sentence, such as "Deleting a user".
 */
export function useReauthentication(what: string) {
  const [decide, setDecide] = useState<(isConfirmed: boolean) => void>()

  /** @throws Cancelled where the dialog was closed, or whatever the change throws. */
  const run = async <Result,>(change: () => Promise<Result>): Promise<Result> => {
    // Taken now: a button that is disabled while its change is under way loses the focus.
    const opener = document.activeElement
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'reauthenticate') throw error
    }
    const isConfirmed = await new Promise<boolean>((resolve) => setDecide(() => resolve))
    setDecide(undefined)
    if (isConfirmed) return change()
    returnFocus(opener)
    throw new Cancelled()
  }

  return { run, dialog: decide && <ConfirmIdentity what={what} decide={decide} /> }
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

type ConfirmProps = { what: string; decide: (isConfirmed: boolean) => void }

function ConfirmIdentity({ what, decide }: ConfirmProps) {
  const { user } = useSession()
  const form = useForm(reauthenticate.body, {
    send: (body) => call(reauthenticate, { body }),
    onSent: () => decide(true),
    failed: (error) => (isNetworkError(error) ? 'Network error' : messageOf(error)),
    failedField: 'password',
  })
  const { busy } = form

  return (
    <Dialog
      title="Confirm it is you"
      size="s"
      onClose={() => !busy && decide(false)}
      form={form.props}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={() => decide(false)} disabled={busy}>
            Cancel
          </Button>
          <Button size="sm" type="submit" busy={busy} busyLabel="Checking...">
            Continue
          </Button>
        </>
      }
    >
      <p className={ui.hint}>{what} needs your password again. You stay signed in.</p>
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
      {/* After it, because the first input gets the focus. */}
      <HiddenUsername email={user?.email} />
    </Dialog>
  )
}
