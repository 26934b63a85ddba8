// A card of Settings with one setting: loaded, changed in a form, saved.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useAlert } from '../../alerts.tsx'
import { Button } from '../../ui/button.tsx'
import * as layout from '../../ui/layout.module.css'
import { useLogged } from '../lists/admin-queries.ts'
import { NotLoaded } from '../lists/not-loaded.tsx'
import * as styles from './settings.module.css'

export interface SettingFormProps<Value> {
  /** The id of the card's heading, which names the form. */
  labelledBy: string
  /** Undefined while it is loading. */
  saved: Value | undefined
  onSaved: (value: Value, message: string) => void
  /** Says that it was saved, also in the form that follows. */
  alert: ReturnType<typeof useAlert>
}

type Props<Value> = {
  id: string
  title: string
  /** Of the setting, in the log. */
  name: string
  read: (signal: AbortSignal) => Promise<Value>
  Form: ComponentType<SettingFormProps<Value>>
}

export function SettingCard<Value extends boolean | number>({ id, title, name, read, Form }: Props<Value>) {
  const client = useQueryClient()
  const alert = useAlert()
  const queryKey = ['admin', 'setting', id]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
  })
  useLogged(error, name)
  const onSaved = (value: Value, message: string) => {
    client.setQueryData(queryKey, value)
    alert.show('success', message)
  }
  return (
    <section className={`${layout.stack} ${styles.panel}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {error && data === undefined && <NotLoaded what="The setting" onRetry={() => void refetch()} />}
      {/* The saved value is what the form starts with. */}
      <Form key={String(data)} labelledBy={id} saved={data} onSaved={onSaved} alert={alert} />
    </section>
  )
}

/** At the foot of its form. */
export function SaveSetting({ busy, disabled }: { busy: boolean; disabled: boolean }) {
  return (
    <div className={styles.foot}>
      <Button size="sm" type="submit" disabled={disabled} busy={busy} busyLabel="Saving...">
        Save
      </Button>
    </div>
  )
}
