// A form in a dialog, which confirms before it discards what was entered.
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import * as forms from '../ui/form.module.css'

type Props = {
  title: string
  size?: 'm' | 'l'
  /** What `useForm` returns. */
  form: { values: object; busy: boolean; props: ComponentProps<'form'>; discard: () => void }
  /** Values that differ from these are confirmed first. */
  initial: object
  /** Closing without a change leaves the draft stored. */
  keepsDraft?: boolean
  submit: {
    label: string
    busyLabel: string
    variant?: 'primary' | 'secondary'
    /** The id of the text that says what it does. */
    describedBy?: string
  }
  /** What else the footer offers, at its end. */
  more?: ReactNode
  onClose: () => void
  children: ReactNode
}

export function EditDialog({
  title,
  size,
  form,
  initial,
  keepsDraft = false,
  submit,
  more,
  onClose,
  children,
}: Props) {
  const [isLeaving, setLeaving] = useState(false)
  const { busy } = form
  const leave = () => {
    form.discard()
    onClose()
  }
  const close = () => {
    if (busy) return
    if (differs(form.values, initial)) setLeaving(true)
    else if (keepsDraft) onClose()
    else leave()
  }
  return (
    <>
      {/* Before its dialog, so that closing both gives the focus back in turn. */}
      {isLeaving && (
        <Confirm
          title="Discard changes?"
          confirmLabel="Discard"
          onConfirm={leave}
          onCancel={() => setLeaving(false)}
        >
          What you entered has not been saved.
        </Confirm>
      )}
      <Dialog
        title={title}
        size={size}
        onClose={close}
        form={form.props}
        footer={
          <>
            <Button variant="quiet" size="sm" onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button
              size="sm"
              variant={submit.variant ?? 'primary'}
              type="submit"
              busy={busy}
              busyLabel={submit.busyLabel}
              aria-describedby={submit.describedBy}
            >
              {submit.label}
            </Button>
            {more}
          </>
        }
      >
        <div className={forms.contents}>{children}</div>
      </Dialog>
    </>
  )
}

function differs(values: object, initial: object): boolean {
  return Object.entries(initial).some(([name, value]) => (values as Record<string, unknown>)[name] !== value)
}
