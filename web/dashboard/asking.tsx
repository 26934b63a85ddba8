// What is asked over a page of the dashboard, one thing at a time: whether something is to be done, and for the password when a
// change needs a recent sign-in.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { reauthenticate } from '../../contract/account.ts'
import { Problem } from '../../contract/problem.ts'
import { HiddenUsername, PasswordField } from '../account/fields.tsx'
import { call, messageOf } from '../call.ts'
import { Cancelled, useForm } from '../forms/use-form.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import * as ui from '../ui/primitives.module.css'

export interface Question {
  title: string
  /** The question. */
  children: ReactNode
  /** What else whoever confirms should know. */
  details?: string
  confirmLabel: string
  danger?: boolean
  /** Another way than what is confirmed. */
  other?: string
}

type Decision = 'confirmed' | 'other' | 'cancelled'

interface Decide {
  decide: (decision: Decision) => void
}

interface Asked extends Decide {
  dialog: ReactNode
}

interface Ask {
  /** Resolves once somebody has decided. @throws Cancelled where they have decided against it */
  ask: (question: Question) => Promise<Decision>
  /**
   * Makes a change; where the server responds with the code `reauthenticate`, the password is asked for, and the change is made
   * once more after it.
   * @param what begins the sentence that asks, such as "Deleting a user".
   * @throws Cancelled where nobody entered it, or whatever the change throws.
   */
  identified: <Result>(what: string, change: () => Promise<Result>) => Promise<Result>
  isAsking: boolean
}

const AskContext = createContext<Ask | null>(null)

/** Inside of `Asking`. */
export const useAsk = () => useContext(AskContext) as Ask

/** Around a page, and gone with it. The dialog stands before those of the page, so that closing both gives the focus back in turn. */
export function Asking({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  // Whoever has left the page has decided against it.
  useEffect(() => () => asked?.decide('cancelled'), [asked])

  const decided = async (opener: Element | null, dialogWith: (decide: Decide['decide']) => ReactNode) => {
    const decision = await new Promise<Decision>((resolve) => {
      const decide = (decision: Decision) => {
        setAsked((now) => (now === mine ? undefined : now))
        resolve(decision)
      }
      const mine = { dialog: dialogWith(decide), decide }
      setAsked(mine)
    })
    if (decision !== 'cancelled') return decision
    returnFocus(opener)
    throw new Cancelled()
  }
  const ask: Ask['ask'] = (question) =>
    decided(document.activeElement, (decide) => <Confirm {...question} decide={decide} />)
  const identified: Ask['identified'] = async (what, change) => {
    // Taken now: a button that is disabled while its change is under way loses the focus.
    const opener = document.activeElement
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'reauthenticate') throw error
    }
    await decided(opener, (decide) => <ConfirmIdentity what={what} decide={decide} />)
    return change()
  }
  return (
    <AskContext value={{ ask, identified, isAsking: asked !== undefined }}>
      {asked?.dialog}
      {children}
    </AskContext>
  )
}

function Confirm({
  title,
  children,
  details,
  confirmLabel,
  danger = true,
  other,
  decide,
}: Question & Decide) {
  const cancel = () => decide('cancelled')
  return (
    <Dialog
      title={title}
      size="s"
      onClose={cancel}
      footer={
        <>
          <Button variant="quiet" size="sm" data-autofocus onClick={cancel}>
            Cancel
          </Button>
          {other && (
            <Button variant="secondary" size="sm" onClick={() => decide('other')}>
              {other}
            </Button>
          )}
          <Button variant={danger ? 'danger' : 'primary'} size="sm" onClick={() => decide('confirmed')}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {details && <p className={ui.hint}>{details}</p>}
    </Dialog>
  )
}

function ConfirmIdentity({ what, decide }: { what: string } & Decide) {
  const { user } = useSession()
  const form = useForm(reauthenticate.body, {
    send: (body) => call(reauthenticate, { body }),
    onSent: () => decide('confirmed'),
    failed: (error) => (error instanceof Problem ? messageOf(error) : 'Network error'),
    failedField: 'password',
  })
  const { busy } = form
  const cancel = () => decide('cancelled')
  return (
    <Dialog
      title="Confirm it is you"
      size="s"
      onClose={() => !busy && cancel()}
      form={form.props}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={cancel} disabled={busy}>
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

const maxFrames = 60

/** As soon as it can be focused again. */
export function returnFocus(opener: Element | null, frame = 0): void {
  requestAnimationFrame(() => {
    if (!(opener instanceof HTMLElement) || !opener.isConnected || frame > maxFrames) return
    const over = document.querySelector('dialog[open]')
    if (opener.matches(':disabled') || (over && !over.contains(opener))) returnFocus(opener, frame + 1)
    else opener.focus()
  })
}
