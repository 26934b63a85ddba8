// How every form works: checked by the contract's schema, sent once, and nothing that was typed is lost.
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import { useAlert } from '../alerts.tsx'
import { messageOf } from '../call.ts'
import { readDraft, storeDraft } from '../storage.ts'

/** The first error of each field, by the field's name in the schema. */
export type FieldErrors = Partial<Record<string, string>>

/** Thrown by `send` where the user decided not to send after all: the form stays as it is. */
export class Cancelled extends Error {}

export interface FormOptions<Values, Output, Result> {
  /** What the fields start with; they are empty otherwise. */
  initial?: Values
  /** Under this name the tab stores what is entered until it is sent (storage.ts). */
  draft?: string
  /** Fields that are not stored with it: passwords and tokens. */
  secret?: readonly (keyof Values)[]
  /** What a draft is shown as. @param stored what of it the tab has stored: all but its files */
  restore?: (draft: Values, stored: Partial<Values>) => { values: Values; errors?: FieldErrors }
  /** What the schema checks, where that is not the values as they are. */
  input?: (values: Values) => unknown
  /** The alert above invalid fields, and other texts than the schema's at the fields. */
  invalid?: (errors: FieldErrors) => { alert?: string; errors?: FieldErrors }
  send: (body: Output) => Promise<Result>
  /** After the draft has been removed. */
  onSent?: (result: Result, body: Output) => void | Promise<void>
  /** The alert for a failed request, where no field shows what is wrong; null for none. */
  failed?: ((error: unknown) => ReactNode) | undefined
  /** Shows that alert also where a field shows what is wrong. */
  alertWithFields?: boolean
  /** The field that shows the text of `failed` in place of an alert. */
  failedField?: string
}

interface Start<Values> {
  values: Values
  errors?: FieldErrors
  isRestored: boolean
}

/**
 * The controls keep their own values, so that what was typed or filled in by a password manager before hydration stays:
 * they are read when the form is sent. `values` follows what is typed after that; those of no control are changed by `set`.
 */
export function useForm<
  Schema extends z.ZodMiniType,
  Values extends object = Partial<Record<string, string>>,
  Result = unknown,
>(schema: Schema, options: FormOptions<Values, z.output<Schema>, Result>) {
  const { draft, input = (entered) => entered, failed = defaultAlert } = options
  const [start] = useState((): Start<Values> => {
    const { initial = {} as Values, restore } = options
    const stored = draft && readDraft<Values>(draft)
    if (!stored) return { values: initial, isRestored: false }
    const values = { ...initial, ...stored }
    const restored = restore?.(values, stored)
    // A file alone is gone with the reload, which its error says.
    const hasErrors = Object.keys(restored?.errors ?? {}).length > 0
    const isRestored = hasErrors || JSON.stringify(values) !== JSON.stringify(initial)
    return { values, ...restored, isRestored }
  })
  const [values, setValues] = useState(start.values)
  /** As `values`, also between two renderings. */
  const latest = useRef(start.values)
  const [errors, setErrors] = useState<FieldErrors>(start.errors ?? {})
  const [busy, setBusy] = useState(false)
  const isSending = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const alert = useAlert()

  const clear = (name: string) => setErrors((now) => (now[name] ? { ...now, [name]: undefined } : now))

  const change = (changed: Partial<Values>) => {
    latest.current = { ...latest.current, ...changed }
    setValues(latest.current)
    // What responds after its form is gone may come after a logout, when the tab is somebody else's.
    if (!draft || !element.current) return
    const stored: Partial<Values> = { ...latest.current }
    for (const field of options.secret ?? []) delete stored[field]
    storeDraft(draft, stored)
  }

  /** @param to the changed values, or what they become of those of this moment */
  const set = (to: Partial<Values> | ((now: Values) => Partial<Values>)) => {
    const changed = typeof to === 'function' ? to(latest.current) : to
    change(changed)
    for (const name of Object.keys(changed)) clear(name)
  }

  /** As at the very first, or as it is stored by now; without its draft. */
  const reset = (to = options.initial ?? ({} as Values)) => {
    element.current?.reset()
    fillIn(element.current, to)
    latest.current = to
    setValues(to)
    setErrors({})
  }

  const reject = (found: FieldErrors, alertFor: (isShown: boolean) => ReactNode) => {
    // At once, so that the first invalid field is read together with its message.
    flushSync(() => {
      setErrors(found)
      setBusy(false)
    })
    const invalid = '[aria-invalid="true"]:not(label, :disabled)'
    const first = element.current?.querySelector<HTMLElement>(invalid)
    const text = alertFor(Boolean(first))
    if (text) flushSync(() => alert.show('error', text))
    // A ring also after a press: where the focus goes is news here.
    first?.focus({ focusVisible: true } as FocusOptions)
    if (options.failedField && first instanceof HTMLInputElement) first.select()
  }

  const fail = (failure: unknown) => {
    const fields = (failure instanceof Problem && failure.fields) || {}
    if (options.failedField) reject({ [options.failedField]: failed(failure) as string }, () => null)
    else reject(fields, (isShown) => (isShown && !options.alertWithFields ? null : failed(failure)))
  }

  const discard = () => {
    if (draft) storeDraft(draft, undefined)
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending.current) return
    alert.clear()
    change(textsOf(event.currentTarget) as Partial<Values>)
    const { success, data, error } = schema.safeParse(input(latest.current))
    if (!success) {
      const found = firstOfEach(error.issues)
      const told = options.invalid?.(found)
      return reject(told?.errors ?? found, () => told?.alert)
    }
    isSending.current = true
    setErrors({})
    setBusy(true)
    try {
      const result = await options.send(data)
      discard()
      await options.onSent?.(result, data)
    } catch (failure) {
      if (!(failure instanceof Cancelled)) fail(failure)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    change(textsOf(event.currentTarget) as Partial<Values>)
    clear((event.target as HTMLInputElement).name)
    if (alert.message?.kind === 'error') alert.clear()
  }

  return {
    values,
    /** The values are those of an earlier visit, and were not sent. */
    isRestored: start.isRestored && values === start.values,
    /** What is entered is not what the form starts with. */
    isChanged: differs(values, options.initial ?? {}),
    errors,
    alert,
    busy,
    set,
    clear,
    reset,
    /** Removes the stored draft. */
    discard,
    setError: (name: string, text: string) => setErrors((now) => ({ ...now, [name]: text })),
    /** For a control: its name, what it starts with, its error, and whether what it has is being sent. */
    field: (name: keyof Values & string) => ({
      name: name as string,
      defaultValue: textIn(start.values, name) || undefined,
      error: errors[name],
      readOnly: busy,
    }),
    // The method keeps a password out of the URL, should the form ever be sent without our script.
    props: { ref: element, method: 'post', noValidate: true, onSubmit: submit, onInput } as const,
  }
}

/** What a part of a form needs of it. */
export type FormOf<Values extends object> = Pick<
  ReturnType<typeof useForm<z.ZodMiniType, Values>>,
  'values' | 'isChanged' | 'errors' | 'busy' | 'field' | 'set' | 'clear' | 'setError'
>

const defaultAlert = (error: unknown) => messageOf(error, 'Something went wrong.')

/** As texts: a list in which one was chosen and taken away again is the same list. */
export function differs(values: object, initial: object): boolean {
  const text = (value: unknown) =>
    typeof value === 'object' && !(value instanceof File) ? JSON.stringify(value) : String(value)
  return Object.entries(initial).some(
    ([name, value]) => text((values as Record<string, unknown>)[name]) !== text(value),
  )
}

/** What stands in the controls; files are values that components set. */
function textsOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)]
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function textIn(values: object, name: string): string | undefined {
  const value = (values as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

function fillIn(form: HTMLFormElement | null, values: object): void {
  for (const control of form?.elements ?? []) {
    const { name, type } = control as HTMLInputElement
    const text = textIn(values, name)
    // The value of a radio button is what it stands for.
    if (text !== undefined && type !== 'radio') (control as HTMLInputElement).value = text
  }
}

function firstOfEach(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldErrors {
  const found: FieldErrors = {}
  for (const { path, message } of issues) found[String(path[0])] ??= message
  return found
}
