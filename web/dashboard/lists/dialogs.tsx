// What is done in the dashboard: said in an alert, asked before, or entered in a dialog.
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { FormAlert } from '../../alerts.tsx'
import { messageOf } from '../../call.ts'
import { Cancelled } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { useAsk } from '../asking.tsx'
import * as project from '../projects/project-section.module.css'
import * as lists from './admin-list.module.css'

interface Teller {
  show: (kind: 'success' | 'error', text: ReactNode) => void
}

/** In place of an alert of the page. */
export const toasts: Teller = {
  show: (kind, text) => toast(String(text), kind === 'error' ? { kind } : {}),
}

/**
 * @param work returns what is said once it is done, if anything
 * @param failed begins what is said otherwise
 */
export function useAction<Of = void>(
  alert: Teller,
  work: (of: Of) => Promise<ReactNode> | Promise<void>,
  failed = '',
) {
  const { mutate, isPending } = useMutation<ReactNode | undefined, Error, Of>({
    mutationFn: async (of) => (await work(of)) ?? undefined,
    onSuccess: (text) => {
      if (text) alert.show('success', text)
    },
    onError: (failure) => {
      if (!(failure instanceof Cancelled)) alert.show('error', `${failed}${messageOf(failure)}`)
    },
  })
  return { run: mutate, busy: isPending }
}

type EditProps = {
  title: string
  size?: 'm' | 'l' | 'page'
  /** Next to the title. */
  aside?: ReactNode
  /** Around its buttons. */
  footer?: (buttons: ReactNode, isChanged: boolean) => ReactNode
  /** What `useForm` returns. */
  form: { isChanged: boolean; busy: boolean; props: ComponentProps<'form'>; discard: () => void }
  /** A file that the form will name is being uploaded: a change that cannot be sent yet. */
  isUploading?: boolean
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

/** A form in a dialog, which confirms before it discards what was entered. */
export function EditDialog({
  title,
  size,
  aside,
  footer = (buttons) => buttons,
  form,
  isUploading = false,
  keepsDraft = false,
  submit,
  more,
  onClose,
  children,
}: EditProps) {
  const { ask, isAsking } = useAsk()
  // Over what is asked in the middle of it, the button shows nothing.
  const busy = form.busy && !isAsking
  const isChanged = isUploading || form.isChanged
  const leave = () => {
    if (isChanged || !keepsDraft) form.discard()
    onClose()
  }
  const close = () => {
    if (busy) return
    if (!isChanged) return leave()
    const children = 'What you entered has not been saved.'
    ask({ title: 'Discard changes?', confirmLabel: 'Discard', children }).then(leave, () => {})
  }
  const buttons = (
    <>
      <Button
        variant={size === 'page' ? 'secondary' : 'quiet'}
        size="sm"
        className={size === 'page' ? lists.quiet : undefined}
        onClick={close}
        disabled={busy}
      >
        Cancel
      </Button>
      <Button
        size="sm"
        variant={submit.variant ?? 'primary'}
        type="submit"
        busy={busy || isUploading}
        busyLabel={isUploading ? 'Uploading...' : submit.busyLabel}
        aria-describedby={submit.describedBy}
      >
        {submit.label}
      </Button>
      {more}
    </>
  )
  return (
    <Dialog
      title={title}
      size={size}
      aside={aside}
      onClose={close}
      form={form.props}
      footer={footer(buttons, isChanged)}
    >
      {children}
    </Dialog>
  )
}

interface BarProps {
  isChanged: boolean
  /** Of an upload. */
  progress: ReactNode
  className?: string | undefined
  /** Its buttons. */
  children: ReactNode
}

/** At the foot of a form that is longer than the window. */
export function SaveBar({ isChanged, progress, className, children }: BarProps) {
  return (
    <div className={classes(ui.row, lists.saveBar, className)}>
      <p role="status">{isChanged && !progress && <b>Changes not saved</b>}</p>
      {progress && <div className={project.progress}>{progress}</div>}
      {children}
    </div>
  )
}

type CreateProps = Pick<EditProps, 'title' | 'onClose' | 'children'> & {
  form: EditProps['form'] & ComponentProps<typeof FormAlert>
  /** 'Create' otherwise. */
  submit?: EditProps['submit']
}

/** A form that creates something. */
export function CreateDialog({ children, ...rest }: CreateProps) {
  return (
    <EditDialog submit={{ label: 'Create', busyLabel: 'Creating...' }} {...rest}>
      {children}
      <FormAlert alert={rest.form.alert} />
    </EditDialog>
  )
}
