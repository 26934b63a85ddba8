// Settings: registration, email, backups, how long messages are stored, counts of visits, and what developers need.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Body } from '../../../contract/call.ts'
import { readCounting, setCounting } from '../../../contract/dashboard.ts'
import {
  countOldMessages,
  readRegistration,
  readRetention,
  retentionMonths,
  setRegistration,
  setRetention,
} from '../../../contract/settings.ts'
import { flash } from '../../alerts.tsx'
import { call } from '../../call.ts'
import { privateMeta } from '../../page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Select } from '../../ui/field.tsx'
import * as ui from '../../ui/primitives.module.css'
import { useAsk } from '../asking.tsx'
import { SavedReplies } from '../inbox/saved-replies.tsx'
import { Waiting } from '../lists/admin-list.tsx'
import { read, savedRepliesQuery } from '../lists/admin-queries.ts'
import { PageHead } from '../lists/parts.tsx'
import { Backups, backupsQuery } from './backups.tsx'
import { Developers } from './developers.tsx'
import { Email, mailQuery } from './email.tsx'
import { Panel, Setting } from './setting.tsx'
import * as styles from './settings.module.css'

export const meta = privateMeta('Settings')

export default function Settings() {
  // The height of these panels depends on what is loaded: what stands below would move away from under the pointer.
  const loaded = [useQuery(mailQuery), useQuery(backupsQuery)]
  const isLoading = loaded.some(({ isPending }) => isPending)
  return (
    <>
      <PageHead title="Settings" />
      <div className={styles.panels}>
        <Registration />
        {isLoading ? (
          <section className={styles.panel}>
            <Waiting />
          </section>
        ) : (
          <>
            <Email />
            <Backups />
            <Retention />
            <Visits />
          </>
        )}
      </div>
      {!isLoading && <Developers />}
    </>
  )
}

function Registration() {
  const navigate = useNavigate()
  return (
    <Panel id="registration" title="User Registration Setting">
      <p className={styles.plain}>Nobody needs an account to write to you or to see your work.</p>
      <Setting
        label="User Registration Setting"
        query={read('registration', readRegistration)}
        valuesOf={({ registrationEnabled }) => ({ registrationEnabled })}
        // It counts as enabled until it is loaded.
        initial={{ registrationEnabled: true }}
        schema={setRegistration.body}
        send={(body) => call(setRegistration, { body })}
        onSaved={() => {
          flash('Setting saved!')
          return navigate('/dashboard')
        }}
        failed="Failed to save setting!"
      >
        {({ values, set }, isOff) => (
          <>
            <Checkbox
              label="Allow User Registration"
              checked={values.registrationEnabled}
              disabled={isOff}
              onChange={({ target }) => set({ registrationEnabled: target.checked })}
            />
            <p className={ui.hint}>When off, nobody can register. People who have an account keep it.</p>
          </>
        )}
      </Setting>
    </Panel>
  )
}

function Visits() {
  return (
    <Panel id="visits" title="Visits">
      <Setting
        label="Visits"
        query={read('counting', readCounting)}
        valuesOf={({ counting }) => ({ counting })}
        initial={{ counting: true }}
        schema={setCounting.body}
        send={(body) => call(setCounting, { body })}
      >
        {({ values, set }, isOff) => (
          <>
            <Checkbox
              label="Count visits, without cookies or addresses"
              checked={values.counting}
              disabled={isOff}
              onChange={({ target }) => set({ counting: target.checked })}
            />
            <p className={ui.hint}>
              You need no cookie banner for it. Bots and visitors who ask not to be counted are left out. What
              is counted is deleted after 400 days.
            </p>
          </>
        )}
      </Setting>
    </Panel>
  )
}

const periods = retentionMonths.map((months) => ({
  value: String(months),
  label: months === 0 ? 'Never' : `After ${months} months`,
}))

/** How long messages are stored. */
function Retention() {
  const { ask } = useAsk()
  const { data } = useQuery(savedRepliesQuery)
  const [isOpen, setOpen] = useState(false)
  const save = async (body: Body<typeof setRetention>) => {
    const { months } = body
    const { messages } = months === 0 ? { messages: 0 } : await call(countOldMessages, { query: { months } })
    const [count, are] =
      messages === 1 ? ['1 message', 'is'] : [`${messages.toLocaleString('en-US')} messages`, 'are']
    if (messages > 0)
      await ask({
        title: 'Delete old messages?',
        confirmLabel: `Delete ${count}`,
        children: `${count} arrived more than ${months} months ago and ${are} deleted within an hour, every later one once it is as old. This action cannot be undone.`,
      })
    return call(setRetention, { body })
  }
  return (
    <Panel id="retention" title="Messages">
      {isOpen && <SavedReplies text="" onClose={() => setOpen(false)} />}
      <Setting
        label="Messages"
        query={read('retention', readRetention)}
        valuesOf={({ months }) => ({ months: String(months) })}
        initial={{ months: '0' }}
        schema={setRetention.body}
        input={({ months }) => ({ months: Number(months) })}
        send={save}
        failed="Failed to save setting!"
        more={
          <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
            Saved replies{data && `, ${data.replies.length}`}
          </Button>
        }
      >
        {(form, isOff) => (
          <>
            <Select {...form.field('months')} label="Delete messages" disabled={isOff} options={periods} />
            <p className={ui.hint}>
              Unreplied and archived ones, too, with their replies. Deleted messages come back only from a
              backup.
            </p>
          </>
        )}
      </Setting>
    </Panel>
  )
}
