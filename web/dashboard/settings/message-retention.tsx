// The card of Settings that says how long messages are stored.

import { useState } from 'react'
import { countOldMessages, readRetention, retentionMonths, setRetention } from '../../../contract/settings.ts'
import { PageAlert } from '../../alerts.tsx'
import { call } from '../../call.ts'
import { Cancelled, useForm } from '../../forms/use-form.ts'
import { Confirm } from '../../ui/dialog.tsx'
import * as field from '../../ui/field.module.css'
import { Select } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { SaveSetting, SettingCard, type SettingFormProps } from './setting-card.tsx'
import * as styles from './settings.module.css'

export function MessageRetention() {
  return (
    <SettingCard
      id="retention"
      title="Messages"
      name="Retention of messages"
      read={async (signal) => (await call(readRetention, { signal })).months}
      Form={RetentionForm}
    />
  )
}

const options = retentionMonths.map((months) => ({
  value: String(months),
  label: months === 0 ? 'Never' : `After ${months} months`,
}))

function RetentionForm({ labelledBy, saved, onSaved, alert }: SettingFormProps<number>) {
  /** Resolves the question whether messages may be deleted. */
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
    initial: { months: String(saved ?? 0) },
    input: (values) => ({ months: Number(values.months) }),
    send: async (body) => {
      await confirmDeletion(body.months)
      return call(setRetention, { body })
    },
    onSent: ({ months, message }) => onSaved(months, message),
    failed: () => 'Failed to save setting!',
  })
  const off = saved === undefined || form.busy
  return (
    <form {...form.props} className={`${layout.stack} ${styles.form}`} aria-labelledby={labelledBy}>
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
      <PageAlert alert={form.alert.message ? form.alert : alert} />
      <SaveSetting busy={form.busy} disabled={off || form.values.months === String(saved)} />
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
