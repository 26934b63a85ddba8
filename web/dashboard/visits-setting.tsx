// Whether visits are counted, in the settings [R329].
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readCounting, setCounting } from '../../contract/counts.ts'
import { PageAlert, useAlert } from '../alerts.tsx'
import { call } from '../call.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import * as field from '../ui/field.module.css'
import { Checkbox } from '../ui/field.tsx'
import * as links from '../ui/link.module.css'
import { useLogged } from './admin-queries.ts'
import * as styles from './settings.module.css'

const queryKey = ['admin', 'counting']

export function VisitsSetting() {
  const client = useQueryClient()
  const alert = useAlert()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readCounting, { signal }),
    staleTime: 0,
    networkMode: 'always',
  })
  useLogged(error, 'Visits setting')
  const onSaved = (counting: boolean, message: string) => {
    client.setQueryData(queryKey, { counting })
    alert.show('success', message)
  }
  return (
    <section className={styles.panel} aria-labelledby="visits">
      <h2 id="visits">Visits</h2>
      {error && !data && (
        <p>
          The setting could not be loaded.{' '}
          <button type="button" className={links.link} onClick={() => void refetch()}>
            Retry
          </button>
        </p>
      )}
      {/* The saved value is what the form starts with. */}
      <CountingForm key={String(data?.counting)} saved={data?.counting} onSaved={onSaved} alert={alert} />
    </section>
  )
}

type Props = {
  saved: boolean | undefined
  onSaved: (counting: boolean, message: string) => void
  alert: ReturnType<typeof useAlert>
}

function CountingForm({ saved, onSaved, alert }: Props) {
  const form = useForm(setCounting.body, {
    initial: { counting: saved ?? true },
    send: (body) => call(setCounting, { body }),
    onSent: ({ counting, message }) => onSaved(counting, message),
  })
  const { counting } = form.values
  return (
    <form {...form.props} className={styles.form} aria-labelledby="visits">
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
      <div className={styles.foot}>
        <Button
          size="sm"
          type="submit"
          disabled={saved === undefined || counting === saved}
          busy={form.busy}
          busyLabel="Saving..."
        >
          Save
        </Button>
      </div>
    </form>
  )
}
