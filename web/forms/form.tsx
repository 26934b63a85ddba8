// A form with its alert above the fields and its button below them.
import type { ComponentProps, ReactNode } from 'react'
import { FormAlert } from '../alerts.tsx'
import { Button } from '../ui/button.tsx'
import * as ui from '../ui/primitives.module.css'

interface Props {
  /** What `useForm` returns. */
  form: ComponentProps<typeof FormAlert> & { busy: boolean; props: ComponentProps<'form'> }
  submit: string
  busyLabel: string
  busy?: boolean
  disabled?: boolean
  /** The button is large, and as wide as the form. */
  wide?: boolean
  /** Next to the button, or below a wide one. */
  more?: ReactNode
  children: ReactNode
}

export function Form({ form, submit, busyLabel, busy = form.busy, disabled, wide, more, children }: Props) {
  return (
    <form className={ui.form} {...form.props}>
      <FormAlert alert={form.alert} />
      {children}
      <div className={wide ? ui.contents : `${ui.cluster} ${ui.stacked}`}>
        <Button type="submit" size={wide ? 'lg' : 'md'} busy={busy} busyLabel={busyLabel} disabled={disabled}>
          {submit}
        </Button>
        {more}
      </div>
    </form>
  )
}
