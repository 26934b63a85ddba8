// The dialog of a form that creates something, where needed after the password was entered again.

import type { ComponentProps, ReactNode } from 'react'
import { FormAlert } from '../../alerts.tsx'
import type { useReauthentication } from '../../reauthenticate.tsx'
import * as layout from '../../ui/layout.module.css'
import { EditDialog } from '../projects/edit-dialog.tsx'
import * as lists from './admin-list.module.css'

interface Props {
  title: string
  /** Of `useForm`. */
  form: ComponentProps<typeof FormAlert> & ComponentProps<typeof EditDialog>['form']
  /** Values that differ from these are confirmed before they are discarded. */
  initial: object
  identity?: ReturnType<typeof useReauthentication>
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

export function CreateDialog({ title, form, initial, identity, onClose, children }: Props) {
  return (
    <>
      <EditDialog
        title={title}
        form={{ ...form, busy: form.busy && !identity?.dialog }}
        initial={initial}
        submit={{ label: 'Create', busyLabel: 'Creating...' }}
        onClose={onClose}
      >
        <div className={`${layout.stack} ${lists.form}`}>
          {children}
          <FormAlert alert={form.alert} />
        </div>
      </EditDialog>
      {identity?.dialog}
    </>
  )
}
