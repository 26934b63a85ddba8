// The contact form: checked here with the same schema as on the server, sent, and emptied only on success.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { contact } from '../../content/pages.ts'
import { site } from '../../content/site.ts'
import { messageForm, sendMessage } from '../../contract/contacts.ts'
import { emailLength, messageLength, nameLength, subjectLength } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { ContactWay } from '../../contract/reach.ts'
import { useReach } from '../brand.ts'
import { call } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { Submit } from '../ui/submit.tsx'
import { closeErrors, toast } from '../ui/toast.tsx'
import type { Route } from './+types/contact'
import { useContactDraft } from './contact-draft.ts'
import { ContactWays } from './contact-ways.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: `Contact | ${site.brand}`,
      description: contact.description,
      path: '/contact',
      jsonLd: { '@type': 'ContactPage', name: `Contact ${site.owner.name}` },
    },
    matches,
  )
}

const fields = ['name', 'email', 'subject', 'message', 'website'] as const
type Field = (typeof fields)[number]
type Errors = Partial<Record<Field, string>>

export default function Contact() {
  const ways = useReach()?.ways ?? []
  return (
    <section className="wrap page-head">
      <div className="g12 contact">
        <div className="contact-aside">
          <h1 className="page-title">Contact</h1>
          <p className="lead">{contact.lead}</p>
          {ways.length > 0 && <ContactWays ways={ways} />}
        </div>
        <ContactForm email={ways.find(({ kind }) => kind === 'email')} />
      </div>
    </section>
  )
}

/** The fields keep their own values: what is typed while the page comes alive stays. */
function ContactForm({ email }: { email: ContactWay | undefined }) {
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const [thanks, setThanks] = useState<{ name: string; email: string }>()
  const form = useRef<HTMLFormElement>(null)
  const confirmation = useRef<HTMLParagraphElement>(null)
  const { user } = useSession()
  const draft = useContactDraft(form)

  // Whoever is signed in need not type name and address, but may; what is typed already stays.
  useEffect(() => {
    for (const name of ['name', 'email'] as const) {
      const control = form.current?.elements.namedItem(name)
      if (user && control instanceof HTMLInputElement) control.value ||= user[name]
    }
  }, [user])

  useEffect(() => {
    if (thanks) confirmation.current?.focus()
  }, [thanks])

  const bind = (name: Field) => ({
    name,
    error: errors[name],
    onChange: () => setErrors((now) => ({ ...now, [name]: undefined })),
  })

  const refuse = (found: Errors) => {
    setErrors(found)
    const first = fields.find((name) => found[name])
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setThanks(undefined)
    closeErrors()
    const { currentTarget } = event
    const checked = messageForm.safeParse(Object.fromEntries(new FormData(currentTarget)))
    if (!checked.success) return refuse(firstOfEach(checked.error.issues))
    setBusy(true)
    try {
      await call(sendMessage, { body: checked.data })
      draft.forget()
      toast('Message sent successfully!')
      setThanks({ name: checked.data.name, email: checked.data.email })
      currentTarget.reset()
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
    <form ref={form} className="form contact-form" noValidate onSubmit={submit} onInput={draft.store}>
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
        <p className="hint">
          Sending needs JavaScript, which is switched off in this browser.
          {email && (
            <>
              {' '}
              Write to{' '}
              <a className="link" href={email.href}>
                {email.value}
              </a>{' '}
              instead.
            </>
          )}
        </p>
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
