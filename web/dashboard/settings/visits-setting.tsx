// Whether visits are counted, in the settings.

import { readCounting, setCounting } from '../../../contract/dashboard.ts'
import { PageAlert } from '../../alerts.tsx'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import * as field from '../../ui/field.module.css'
import { Checkbox } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { SaveSetting, SettingCard, type SettingFormProps } from './setting-card.tsx'
import * as styles from './settings.module.css'

export function VisitsSetting() {
  return (
    <SettingCard
      id="visits"
      title="Visits"
      name="Visits setting"
      read={async (signal) => (await call(readCounting, { signal })).counting}
      Form={CountingForm}
    />
  )
}

function CountingForm({ labelledBy, saved, onSaved, alert }: SettingFormProps<boolean>) {
  const form = useForm(setCounting.body, {
    initial: { counting: saved ?? true },
    send: (body) => call(setCounting, { body }),
    onSent: ({ counting, message }) => onSaved(counting, message),
  })
  const { counting } = form.values
  return (
    <form {...form.props} className={`${layout.stack} ${styles.form}`} aria-labelledby={labelledBy}>
      <Checkbox
        label="Count visits, without cookies or addresses"
        checked={counting}
        disabled={saved === undefined || form.busy}
        onChange={(event) => form.set({ counting: event.target.checked })}
      />
      <p className={field.hint}>
        Page views, preview opens and outbound clicks of each day, shown on the dashboard for 90 days and
        deleted after 400. Bots and visitors who ask not to be tracked are left out.
      </p>
      <PageAlert alert={form.alert.message ? form.alert : alert} />
      <SaveSetting busy={form.busy} disabled={saved === undefined || counting === saved} />
    </form>
  )
}
