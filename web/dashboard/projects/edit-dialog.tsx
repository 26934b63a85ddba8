// A form in a dialog, which confirms before it discards what was entered.
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import * as layout from '../../ui/layout.module.css'
import { classes } from '../../ui/styles.ts'
import * as lists from '../lists/admin-list.module.css'
import * as styles from './project-section.module.css'

type Props = {
  title: string
  size?: 'm' | 'l'
  /** As wide as a page, with a bar at its foot: what is next to the title, and how far an upload is. */
  page?: { aside: ReactNode; progress: ReactNode }
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
  page,
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
  const isChanged = differs(form.values, initial)
  const close = () => {
    if (busy) return
    if (isChanged) setLeaving(true)
    else if (keepsDraft) onClose()
    else leave()
  }
  const buttons = (
    <>
      <Button
        variant={page ? 'secondary' : 'quiet'}
        size="sm"
        className={page && lists.quiet}
        onClick={close}
        disabled={busy}
      >
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
  )
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
        size={page ? 'page' : size}
        aside={page?.aside}
        onClose={close}
        form={form.props}
        footer={
          page ? (
            <div className={classes(lists.saveBar, styles.bar)}>
              <p role="status">{isChanged && !page.progress && <b>Changes not saved</b>}</p>
              {page.progress && <div className={styles.progress}>{page.progress}</div>}
              {buttons}
            </div>
          ) : (
            buttons
          )
        }
      >
        <div className={layout.contents}>{children}</div>
      </Dialog>
    </>
  )
}

function differs(values: object, initial: object): boolean {
  // As texts: a list in which one was chosen and taken away again is the same list.
  return Object.entries(initial).some(
    ([name, value]) => String((values as Record<string, unknown>)[name]) !== String(value),
  )
}
