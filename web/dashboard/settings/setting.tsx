// A panel of Settings, and in it a form of something that is stored: loaded, changed, saved.
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { PageAlert, useAlert } from '../../alerts.tsx'
import { type FormOf, type FormOptions, useForm } from '../../forms/use-form.ts'
import { Badge, type BadgeLook } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import * as ui from '../../ui/primitives.module.css'
import { NotLoaded } from '../lists/parts.tsx'
import * as styles from './settings.module.css'

type PanelProps = {
  id: string
  title: string
  /** Next to the title. */
  state?: { look: BadgeLook; text: string } | undefined
  children: ReactNode
}

export function Panel({ id, title, state, children }: PanelProps) {
  return (
    <section className={`${ui.stack} ${styles.panel}`} aria-labelledby={id} data-arrival={id}>
      <div className={ui.between}>
        <h2 id={id} className={ui.heading}>
          {title}
        </h2>
        {state && <Badge look={state.look}>{state.text}</Badge>}
      </div>
      {children}
    </section>
  )
}

/** Names and what they stand for. */
export function Facts({ rows }: { rows: [name: string, value: ReactNode][] }) {
  return (
    <dl className={`${ui.lined} ${ui.facts} ${styles.facts}`}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Props<Stored, Values extends object, Schema extends z.ZodMiniType>
  extends Pick<FormOptions<Values, z.output<Schema>, { message: string }>, 'input' | 'draft' | 'send'> {
  /** Begins the sentence that it could not be loaded. */
  what?: string
  /** Names the form. */
  label: string
  query: UseQueryOptions<Stored, Error, Stored, unknown[]>
  valuesOf: (stored: Stored) => Values
  /** While it is loading. */
  initial: Values
  schema: Schema
  /** Saving what is stored does something, too. */
  again?: boolean | undefined
  onSaved?: (message: string) => unknown
  failed?: string
  /** Where what comes of it is said, if that is shared with something else. */
  alert?: ReturnType<typeof useAlert>
  /** @param isOff while it is loading or saved */
  children: (form: FormOf<Values>, isOff: boolean, stored: Stored | undefined) => ReactNode
  /** Next to Save. */
  more?: ReactNode
}

export function Setting<Stored, Values extends object, Schema extends z.ZodMiniType>(
  props: Props<Stored, Values, Schema>,
) {
  const { what = 'The setting', query, valuesOf, initial, onSaved } = props
  const { data, error, refetch } = useQuery(query)
  const own = useAlert()
  const alert = props.alert ?? own
  const show = async (message: string) => {
    if (onSaved) await onSaved(message)
    else alert.show('success', message)
    await refetch()
  }
  const values = data === undefined ? initial : valuesOf(data)
  return (
    <>
      {error && data === undefined && <NotLoaded what={what} onRetry={refetch} />}
      {/* The stored values are what the form starts with. */}
      <Form
        key={data === undefined ? '' : JSON.stringify(values)}
        {...props}
        {...{ values, stored: data, alert, show }}
      />
    </>
  )
}

interface FormProps<Stored, Values extends object, Schema extends z.ZodMiniType>
  extends Omit<Props<Stored, Values, Schema>, 'alert'> {
  values: Values
  stored: Stored | undefined
  /** Says that it was saved, also in the form that follows. */
  alert: ReturnType<typeof useAlert>
  show: (message: string) => Promise<void>
}

function Form<Stored, Values extends object, Schema extends z.ZodMiniType>(
  props: FormProps<Stored, Values, Schema>,
) {
  const { label, schema, again, failed, children, more, values, stored, alert, show, ...options } = props
  const form = useForm(schema, {
    ...options,
    initial: values,
    onSent: ({ message }) => show(message),
    failed: failed ? () => failed : undefined,
  })
  const isOff = stored === undefined || form.busy
  return (
    <form {...form.props} className={`${ui.stack} ${styles.form}`} aria-label={label}>
      {children(form, isOff, stored)}
      <PageAlert alert={form.alert.message ? form.alert : alert} />
      <div className={`${ui.cluster} ${styles.foot}`}>
        <Button
          size="sm"
          type="submit"
          disabled={isOff || !(again || form.isChanged)}
          busy={form.busy}
          busyLabel="Saving..."
        >
          Save
        </Button>
        {more}
      </div>
    </form>
  )
}
