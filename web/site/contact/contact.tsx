// The contact form: checked here with the same schema as on the server, sent, and emptied only on success.

import { Fragment, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { extraValue, messageForm, sendMessage } from '../../../contract/messages.ts'
import { Problem } from '../../../contract/problem.ts'
import type { ContactField, ContactView, ContactWay } from '../../../contract/responses/site.ts'
import { apiContext } from '../../api-context.ts'
import { useReach } from '../../brand.ts'
import { call, messageOf } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { pageMeta } from '../../page-meta.ts'
import { useSession } from '../../session.tsx'
import { once } from '../../site-part.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { ArrowRightIcon, path } from '../../ui/icons.tsx'
import { closeErrors, toast } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { OpenIcon } from '../../ui/tool-icons.tsx'
import { mixed, useWords } from '../../ui/words.tsx'
import { useVisit } from '../visits.ts'
import type { Route } from './+types/contact'
import * as styles from './contact.module.css'

export async function loader({ context }: Route.LoaderArgs): Promise<ContactView> {
  return (await context.get(apiContext).site()).contact()
}

export const clientLoader = once<ContactView>('contact')

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(matches, ({ t, owner }) => ({
    name: t('Contact'),
    description: loaderData?.description,
    path: '/contact',
    jsonLd: import.meta.env.SSR
      ? { '@type': 'ContactPage', name: t('Contact {name}', { name: owner }) }
      : undefined,
  }))
}

export default function Contact({ loaderData }: Route.ComponentProps) {
  useVisit('/contact')
  return <ContactPage view={loaderData} />
}

/** Apart from its route, which gives its component the data of the router and no other: a preview has its own. */
export function ContactPage({ view }: { view: ContactView }) {
  const ways = useReach()?.ways ?? []
  const { logouts } = useSession()
  return (
    <section className={`${ui.wrap} ${ui.pageHead}`}>
      <div className={`${ui.grid} ${styles.contact}`}>
        <div className={`${ui.leftHalf} ${styles.aside}`}>
          <h1 className={ui.pageTitle}>{useWords()('Contact')}</h1>
          <p className={ui.lead}>{view.lead}</p>
          {ways.length > 0 && <ContactWays ways={ways} />}
        </div>
        {/* Whoever logs out leaves an empty form to the next one. */}
        <ContactForm key={logouts} view={view} email={ways.find(({ kind }) => kind === 'email')} />
      </div>
    </section>
  )
}

const noText = { name: '', email: '', subject: '', message: '', topic: '', extra0: '', extra1: '' }

const entered = (field: ContactField | undefined) => (field ? extraValue(field) : z.optional(z.string()))

const controlIn = (form: HTMLFormElement | null, name: string) =>
  form?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null | undefined

function ContactForm({ view, email }: { view: ContactView; email: ContactWay | undefined }) {
  const t = useWords()
  const [thanks, setThanks] = useState<{ name: string; email: string }>()
  const confirmation = useRef<HTMLParagraphElement>(null)
  const { user } = useSession()

  const { fields, version } = view
  const [first, second] = fields
  const schema = z.extend(messageForm, { extra0: entered(first), extra1: entered(second) })
  const form = useForm(schema, {
    // When the page was opened, or the one on which the draft was begun, which may be sent at once.
    initial: { ...noText, openedAt: performance.timeOrigin },
    draft: 'contact',
    secret: ['topic'],
    send: (body) => {
      const elapsed = Math.round(Math.max(performance.now(), Date.now() - form.values.openedAt))
      const values = [body.extra0, body.extra1]
      const extra = fields.map(({ label }, at) => ({ label, value: values[at] ?? '' }))
      return call(sendMessage, { body: { ...body, elapsed, extra, version } })
    },
    onSent: (_, body) => {
      toast('Message sent successfully!')
      setThanks({ name: body.name, email: body.email })
      form.reset()
    },
    failed: (error) => {
      toast(
        error instanceof Problem
          ? messageOf(error, 'Submission failed.')
          : 'An error occurred. Please try again.',
        { kind: 'error' },
      )
      return null
    },
    alertWithFields: true,
  })
  const { ref, onSubmit } = form.props

  // What was typed before hydration is a part of the draft from now on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const typed = Object.keys(noText).map((name) => {
      const control = controlIn(ref.current, name)
      // React leaves a <select> as the server has sent it.
      if (control) control.value ||= form.values[name as keyof typeof noText] ?? ''
      // A choice that the owner has taken away since.
      if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.selectedIndex = 0
      return [name, control?.value ?? '']
    })
    if (typed.some(([, text]) => text)) form.set(Object.fromEntries(typed))
  }, [])

  // Whoever is signed in need not type name and address, but may; what is typed already stays.
  useEffect(() => {
    for (const name of ['name', 'email'] as const) {
      const control = controlIn(ref.current, name)
      if (user && control) control.value ||= user[name]
    }
  }, [user, ref])

  useEffect(() => {
    if (thanks) confirmation.current?.focus()
  }, [thanks])

  return (
    <form
      className={`${ui.form} ${ui.rightHalf} ${styles.form}`}
      {...form.props}
      onSubmit={(event) => {
        setThanks(undefined)
        closeErrors()
        void onSubmit(event)
      }}
    >
      <noscript>
        <p className={ui.hint}>
          {t('Sending needs JavaScript, which is switched off in this browser.')}
          {email && (
            <>
              {' '}
              {mixed(t('Write to {email} instead.'), {
                email: (
                  <a className={ui.link} href={email.href}>
                    {email.value}
                  </a>
                ),
              })}
            </>
          )}
        </p>
      </noscript>
      <div className={ui.columns}>
        <TextField label={t('Name')} {...form.field('name')} required autoComplete="name" />
        <TextField label={t('Email')} {...form.field('email')} type="email" required autoComplete="email" />
      </div>
      <TextField label={t('Subject')} {...form.field('subject')} required autoComplete="on" />
      <TextArea label={t('Message')} {...form.field('message')} required />
      {fields.length > 0 && (
        <div className={ui.columns}>
          {fields.map(({ label, kind, isRequired, choices }, at) => {
            const hint = isRequired ? undefined : t('Optional')
            const control = form.field(at === 0 ? 'extra0' : 'extra1')
            const of = { ...control, autoComplete: 'on', label, required: isRequired, hint }
            if (kind !== 'budget')
              return <TextField key={label} {...of} type={kind === 'date' ? 'date' : 'text'} />
            const options = ['', ...choices].map((value) => ({ value, label: value || '–' }))
            return <Select key={label} {...of} options={options} />
          })}
        </div>
      )}
      {/* For bots alone. It has a name that no autofill knows, and password managers are told to leave it.
          Out of sight, and not display: none, which bots look for. */}
      <div className={ui.hidden} inert>
        <TextField
          label={t('Leave this field empty')}
          {...form.field('topic')}
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
          data-form-type="other"
        />
      </div>
      <div className={`${ui.row} ${ui.stacked}`}>
        <Button type="submit" size="lg" busy={form.busy} busyLabel={t('Sending...')}>
          {t('Send Message')}
        </Button>
      </div>
      {thanks && (
        <p className={styles.done} ref={confirmation} tabIndex={-1}>
          {t('Thank you, {name}. Your message has arrived; the answer will go to {email}.', thanks)}
        </p>
      )}
    </form>
  )
}

const icons = {
  email: path('M2.5 4.5h15v11h-15zM2.5 5l7.5 6 7.5-6'),
  phone: path(
    'M4 3h3.5l1.5 4-2 1.5c.8 2 2.5 3.7 4.5 4.5l1.5-2 4 1.5V16c0 .8-.7 1.5-1.5 1.5C9 17.5 2.5 11 2.5 4.5 2.5 3.7 3.2 3 4 3z',
  ),
  booking: path('M3 4.5h14v12.5H3zM3 8.5h14M7 2.5v4M13 2.5v4'),
  profile: path(
    'M10 10.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 17c.8-3.3 3.4-4.5 6.5-4.5s5.7 1.2 6.5 4.5',
  ),
}

/** Where it is too long for its line it is broken after its @ or a dot. */
const breakable = (address: string) =>
  address.match(/[^@.]*[@.]|[^@.]+/g)?.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ))

export function ContactWays({ ways }: { ways: readonly ContactWay[] }) {
  return (
    <ul className={`${ui.lined} ${styles.ways}`}>
      {ways.map(({ kind, label, value, href }) => {
        const Icon = icons[kind]
        const isElsewhere = kind === 'booking' || kind === 'profile'
        return (
          <li key={href}>
            <a href={href} rel={kind === 'profile' ? 'me' : undefined}>
              <Icon />
              <span className={ui.hint}>{label}</span>
              <span className={styles.value}>
                <span className={ui.flooded}>{kind === 'email' ? breakable(value) : value}</span>
              </span>
              {isElsewhere ? <OpenIcon size="s" /> : <ArrowRightIcon size="s" />}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
