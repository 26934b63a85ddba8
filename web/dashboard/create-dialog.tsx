// The dialog of a form that creates something, where needed after the password was entered again.
import type { ComponentProps, ReactNode } from 'react'
import { FormAlert } from '../alerts.tsx'
import type { useReauthentication } from '../reauthenticate.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import * as rows from './mini-rows.module.css'

interface Props {
  title: string
  /** Of `useForm`. */
  form: ComponentProps<typeof FormAlert> & { busy: boolean; props: ComponentProps<'form'> }
  identity?: ReturnType<typeof useReauthentication>
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

export function CreateDialog({ title, form, identity, onClose, children }: Props) {
  const { busy } = form
  return (
    <>
      <Dialog
        title={title}
        onClose={() => !busy && onClose()}
        form={form.props}
        footer={
          <>
            <Button variant="quiet" size="sm" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button size="sm" type="submit" busy={busy && !identity?.dialog} busyLabel="Creating...">
              Create
            </Button>
          </>
        }
      >
        <div className={rows.form}>
          {children}
          <FormAlert alert={form.alert} />
        </div>
      </Dialog>
      {identity?.dialog}
    </>
  )
}
