// The card of Settings that says how long messages are stored.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOldMessages, readRetention, retentionMonths, setRetention } from '../../contract/retention.ts'
import { PageAlert, useAlert } from '../alerts.tsx'
import { call } from '../call.ts'
import { Cancelled, useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import * as field from '../ui/field.module.css'
import { Select } from '../ui/field.tsx'
import * as links from '../ui/link.module.css'
import { useLogged } from './admin-queries.ts'
import * as styles from './settings.module.css'

export function MessageRetention() {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'retention'],
    queryFn: ({ signal }) => call(readRetention, { signal }),
    staleTime: 0,
    networkMode: 'always',
  })
  useLogged(error, 'Retention of messages')
  const alert = useAlert()
  const [version, setVersion] = useState(0)
  const saved = async (message: string) => {
    alert.show('success', message)
    await refetch()
    // The saved value is what the form starts with.
    setVersion((before) => before + 1)
  }
  return (
    <section className={styles.panel} aria-labelledby="retention">
      <h2 id="retention">Messages</h2>
      {error && !data && (
        <p>
          The setting could not be loaded.{' '}
          <button type="button" className={links.link} onClick={() => void refetch()}>
            Retry
          </button>
        </p>
      )}
      <RetentionForm
        key={data ? `loaded ${version}` : 'loading'}
        months={data?.months}
        alert={alert}
        onSaved={saved}
      />
    </section>
  )
}

const options = retentionMonths.map((months) => ({
  value: String(months),
  label: months === 0 ? 'Never' : `After ${months} months`,
}))

type FormProps = {
  months: number | undefined
  alert: ReturnType<typeof useAlert>
  onSaved: (message: string) => Promise<void>
}

function RetentionForm({ months, alert, onSaved }: FormProps) {
  /** Resolves the question whether messages may be deleted [R334]. */
  const [question, setQuestion] = useState<Question>()
  const confirmDeletion = async (chosen: number) => {
    if (chosen === 0) return
    const { messages } = await call(countOldMessages, { query: { months: chosen } })
    if (messages === 0) return
    const isConfirmed = await new Promise<boolean>((decide) =>
      setQuestion({ months: chosen, messages, decide }),
    )
    setQuestion(undefined)
    if (!isConfirmed) throw new Cancelled()
  }
  const form = useForm(setRetention.body, {
    initial: { months: String(months ?? 0) },
    input: (values) => ({ months: Number(values.months) }),
    send: async (body) => {
      await confirmDeletion(body.months)
      return call(setRetention, { body })
    },
    onSent: ({ message }) => onSaved(message),
    failed: () => 'Failed to save setting!',
  })
  const off = months === undefined || form.busy
  return (
    <form {...form.props} className={styles.retention} aria-labelledby="retention">
      <Select
        {...form.field('months')}
        label="Delete messages"
        disabled={off}
        options={options}
        onChange={(event) => form.set({ months: event.target.value })}
      />
      <p className={field.hint}>
        Unreplied and archived ones, too, with their replies, and what was stored to recognise spam. Deleted
        messages cannot be restored, except from a backup.
      </p>
      <PageAlert alert={form.alert} />
      <PageAlert alert={alert} />
      <div className={styles.foot}>
        <Button
          size="sm"
          type="submit"
          disabled={off || form.values.months === String(months)}
          busy={form.busy}
          busyLabel="Saving..."
        >
          Save
        </Button>
      </div>
      {question && <ConfirmOldMessages {...question} />}
    </form>
  )
}

interface Question {
  months: number
  messages: number
  decide: (isConfirmed: boolean) => void
}

function ConfirmOldMessages({ months, messages, decide }: Question) {
  const count = messages === 1 ? '1 message' : `${messages.toLocaleString('en-US')} messages`
  return (
    <Confirm
      title="Delete old messages?"
      confirmLabel={`Delete ${count}`}
      onConfirm={() => decide(true)}
      onCancel={() => decide(false)}
    >
      {count} arrived more than {months} months ago and {messages === 1 ? 'is' : 'are'} deleted within an
      hour, every later one once it is as old. This action cannot be undone.
    </Confirm>
  )
}
