// The signature that ends every reply: its form in the settings, and what a reply will end with.

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { signatureLength } from '../../../contract/limits.ts'
import { readSignature, setSignature } from '../../../contract/settings.ts'
import { PageAlert, useAlert } from '../../alerts.tsx'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import * as typography from '../../ui/typography.module.css'
import * as quote from '../inbox/message.module.css'
import { useLogged } from '../lists/admin-queries.ts'
import { NotLoaded } from '../lists/not-loaded.tsx'
import * as styles from './settings.module.css'

const signatureQuery = queryOptions({
  queryKey: ['admin', 'signature'],
  queryFn: ({ signal }) => call(readSignature, { signal }),
})

export function SignatureSetting() {
  const client = useQueryClient()
  const alert = useAlert()
  const { data, error, refetch } = useQuery(signatureQuery)
  useLogged(error, 'Signature')
  const onSaved = (signature: string, message: string) => {
    client.setQueryData(signatureQuery.queryKey, { signature })
    alert.show('success', message)
  }
  if (error && !data) return <NotLoaded what="The signature" onRetry={() => void refetch()} />
  // The saved value is what the form starts with.
  return <SignatureForm key={data?.signature} saved={data?.signature} onSaved={onSaved} alert={alert} />
}

type Props = {
  saved: string | undefined
  onSaved: (signature: string, message: string) => void
  alert: ReturnType<typeof useAlert>
}

function SignatureForm({ saved, onSaved, alert }: Props) {
  const form = useForm(setSignature.body, {
    initial: { signature: saved ?? '' },
    draft: 'signature',
    send: (body) => call(setSignature, { body }),
    onSent: ({ signature, message }) => onSaved(signature, message),
  })
  return (
    <form {...form.props} className={`${layout.stack} ${styles.form}`} aria-label="Signature">
      <TextArea
        {...form.field('signature')}
        label="Signature"
        hint="Ends every reply to a visitor."
        rows={4}
        maxLength={signatureLength}
        disabled={saved === undefined}
        readOnly={form.busy}
      />
      <PageAlert alert={form.alert.message ? form.alert : alert} />
      <div>
        <Button
          size="sm"
          type="submit"
          disabled={saved === undefined || form.values.signature === saved}
          busy={form.busy}
          busyLabel="Saving..."
        >
          Save
        </Button>
      </div>
    </form>
  )
}

/** Below the text of a reply; nothing where there is no signature. */
export function SignatureBelow() {
  const { data } = useQuery(signatureQuery)
  if (!data?.signature) return null
  return (
    <div className={`${layout.stack} ${quote.quote}`}>
      <p className={typography.meta}>Your signature follows:</p>
      <p className={quote.quoteText}>{data.signature}</p>
    </div>
  )
}
