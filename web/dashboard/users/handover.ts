// Asks what becomes of the webhooks and client links of an admin who leaves: they end, or become one's own.
import { useState } from 'react'
import type { UserRow } from '../../../contract/responses/accounts.ts'
import { Cancelled } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import * as field from '../../ui/field.module.css'
import { counted } from '../lists/times.tsx'

/** `ask` resolves to whether they are taken over; false at once where there are none. @throws Cancelled */
export function useHandover() {
  const [asked, setAsked] = useState<{ user: UserRow; decide: (takeOver: boolean | null) => void }>()
  const ask = async (user: UserRow): Promise<boolean> => {
    if (user.webhooks + user.clientLinks === 0) return false
    const takeOver = await new Promise<boolean | null>((decide) => setAsked({ user, decide }))
    setAsked(undefined)
    if (takeOver === null) throw new Cancelled()
    return takeOver
  }
  return { ask, dialog: asked && <Handover {...asked} /> }
}

interface Props {
  user: UserRow
  decide: (takeOver: boolean | null) => void
}

function Handover({ user, decide }: Props) {
  const cancel = () => decide(null)
  const all = [
    user.webhooks > 0 && counted(user.webhooks, 'webhook'),
    user.clientLinks > 0 && counted(user.clientLinks, 'client link'),
  ].filter(Boolean)
  return (
    <Dialog
      title={`What ${user.name} has made`}
      size="s"
      onClose={cancel}
      footer={
        <>
          <Button variant="quiet" size="sm" data-autofocus onClick={cancel}>
            Cancel
          </Button>
          <Button variant="secondary" size="sm" onClick={() => decide(true)}>
            Take over
          </Button>
          <Button variant="danger" size="sm" onClick={() => decide(false)}>
            End
          </Button>
        </>
      }
    >
      <p>
        {user.name} has made {all.join(' and ')}.
      </p>
      <p className={field.hint}>
        Ended, they stop at once: no message is reported, and no client sees a project by them. Taken over,
        they go on working as yours.
      </p>
    </Dialog>
  )
}
