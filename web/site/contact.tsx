// The contact form: checked here with the same schema as on the server, sent, and emptied only on success.
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { site } from '../../content/site.ts'
import { messageForm, sendMessage } from '../../contract/contacts.ts'
import { emailLength, messageLength, nameLength, subjectLength } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { call } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { Submit } from '../ui/submit.tsx'
import { toast } from '../ui/toast.tsx'

export function meta() {
  return pageMeta({
    title: `Contact | ${site.brand}`,
    description: site.descriptions.contact,
    path: '/contact',
    jsonLd: { '@type': 'ContactPage', name: `Contact ${site.owner.name}` },
  })
}

const empty = { name: '', email: '', subject: '', message: '', website: '' }
type Field = keyof typeof empty
type Errors = Partial<Record<Field, string>>

export default function Contact() {
  return (
    <section className="wrap page-head">
      <div className="g12 contact">
        <div className="contact-aside">
          <h1 className="page-title">Contact</h1>
          <p className="lead">{site.contact.lead}</p>
        </div>
        <ContactForm />
      </div>
    </section>
  )
}

function ContactForm() {
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const [thanks, setThanks] = useState<{ name: string; email: string }>()
  const form = useRef<HTMLFormElement>(null)
  const confirmation = useRef<HTMLParagraphElement>(null)
  const { user } = useSession()

  // Whoever is signed in need not type name and address, but may; what is typed already stays.
  useEffect(() => {
    if (user) setValues((now) => ({ ...now, name: now.name || user.name, email: now.email || user.email }))
  }, [user])

  useEffect(() => {
    if (thanks) confirmation.current?.focus()
  }, [thanks])

  const bind = (name: Field) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value } = event.target
      setValues((now) => ({ ...now, [name]: value }))
      setErrors((now) => ({ ...now, [name]: undefined }))
    },
  })

  const refuse = (found: Errors) => {
    setErrors(found)
    const first = (Object.keys(empty) as Field[]).find((name) => found[name])
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setThanks(undefined)
    const checked = messageForm.safeParse(values)
    if (!checked.success) return refuse(firstOfEach(checked.error.issues))
    setBusy(true)
    try {
      await call(sendMessage, { body: checked.data })
      toast('Message sent successfully!')
      setThanks({ name: checked.data.name, email: checked.data.email })
      setValues(empty)
      setErrors({})
    } catch (error) {
      if (error instanceof Problem) {
        if (error.fields) refuse(error.fields)
        toast(error.message.startsWith('HTTP error!') ? 'Submission failed.' : error.message, {
          kind: 'error',
        })
      } else toast('An error occurred. Please try again.', { kind: 'error' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} className="form contact-form" noValidate onSubmit={submit}>
      <div className="row2">
        <TextField label="Name" {...bind('name')} required autoComplete="name" maxLength={nameLength} />
        <TextField
          label="Email"
          {...bind('email')}
          type="email"
          required
          autoComplete="email"
          maxLength={emailLength}
        />
      </div>
      <TextField label="Subject" {...bind('subject')} required maxLength={subjectLength} />
      <TextArea label="Message" {...bind('message')} required maxLength={messageLength} />
      <div className="contact-more" aria-hidden="true">
        <TextField label="Website" {...bind('website')} tabIndex={-1} autoComplete="off" />
      </div>
      <div>
        <Submit size="lg" busy={busy} busyLabel="Sending...">
          Send Message
        </Submit>
      </div>
      <noscript>
        <p className="hint">Sending needs JavaScript, which is switched off in this browser.</p>
      </noscript>
      {thanks && (
        <p className="contact-done" ref={confirmation} tabIndex={-1}>
          Thank you, {thanks.name}. Your message has arrived; the answer will go to {thanks.email}.
        </p>
      )}
    </form>
  )
}

function firstOfEach(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Errors {
  const found: Errors = {}
  for (const { path, message } of issues) {
    const name = path[0] as Field
    found[name] ??= message
  }
  return found
}
