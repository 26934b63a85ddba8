// What every account form does alike: checked by its call's schema, sent once, nothing typed is lost.
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Body, Call } from '../../contract/call.ts'
import { Problem } from '../../contract/problem.ts'
import { isNetworkError } from '../call.ts'
import { Alert } from '../ui/alert.tsx'
import type { Notice } from './notice.ts'

type Errors = Record<string, string>

interface Manners<C extends Call> {
  /** The call's body as typed; the form itself for what is no text, and for emptying it. */
  send: (body: Body<C>, form: HTMLFormElement) => Promise<void>
  /** Alert beside the faulty fields. */
  faulty?: string
  /** The alert for a failed call; null when the page deals with it by itself. */
  failed: (error: unknown) => string | null
}

/**
 * The fields keep their own values: what was typed or filled in by a password manager before the page came alive
 * stays, and a failure changes nothing but the messages.
 */
export function useForm<C extends Call>(contract: C, { send, faulty, failed }: Manners<C>) {
  const [errors, setErrors] = useState<Errors>({})
  const [notice, setNotice] = useState<Notice | null>(null)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  const clear = (name: string) =>
    setErrors((now) =>
      now[name] ? Object.fromEntries(Object.entries(now).filter(([key]) => key !== name)) : now,
    )

  const refuse = (form: HTMLFormElement, found: Errors, text: string | null) => {
    // At once, so that the first faulty field is read together with its message.
    flushSync(() => {
      setErrors(found)
      setNotice(text ? { kind: 'error', text } : null)
    })
    for (const control of form.elements)
      if (control instanceof HTMLInputElement && found[control.name]) return control.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    const form = event.currentTarget
    const checked = contract.body?.safeParse(Object.fromEntries(new FormData(form)))
    if (checked && !checked.success) return refuse(form, firstOfEach(checked.error.issues), faulty ?? null)
    sending.current = true
    setBusy(true)
    setNotice(null)
    setErrors({})
    try {
      await send(checked?.data as Body<C>, form)
    } catch (error) {
      const fields = (error instanceof Problem && error.fields) || {}
      const known = Object.keys(fields).some((name) => form.elements.namedItem(name))
      refuse(form, fields, known ? null : failed(error))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement
    clear(name)
    if (notice?.kind === 'error') setNotice(null)
  }

  return {
    errors,
    notice,
    setNotice,
    busy,
    clear,
    // The method keeps a password out of the address, should the form ever be sent without our script.
    props: { className: 'form', method: 'post', noValidate: true, onSubmit: submit, onInput } as const,
  }
}

/** The form's message, dismissible [R24]. */
export function FormNotice({ form }: { form: Pick<ReturnType<typeof useForm>, 'notice' | 'setNotice'> }) {
  if (!form.notice) return null
  return (
    <Alert kind={form.notice.kind} onDismiss={() => form.setNotice(null)}>
      {form.notice.text}
    </Alert>
  )
}

/** The server's own words, or others where it sent none. */
export function wordsOf(error: unknown, otherwise: string): string {
  const silent = isNetworkError(error) || (error as Problem).message.startsWith('HTTP error!')
  return silent ? otherwise : (error as Problem).message
}

export function statusOf(error: unknown): number {
  return error instanceof Problem ? error.status : 0
}

function firstOfEach(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Errors {
  const found: Errors = {}
  for (const { path, message } of issues) found[String(path[0])] ??= message
  return found
}
