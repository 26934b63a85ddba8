// The form of a new webhook.
import { createWebhook } from '../../../contract/webhooks.ts'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { useReauthentication } from '../../reauthenticate.tsx'
import { TextField } from '../../ui/field.tsx'
import { CreateDialog } from '../lists/create-dialog.tsx'

const initial = { url: '' }

/** @param onMade called with the secret */
export function NewWebhook({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const identity = useReauthentication('A new webhook')
  const form = useForm(createWebhook.body, {
    initial,
    send: (body) => identity.run(() => call(createWebhook, { body })),
    onSent: ({ secret }) => onMade(secret),
  })
  return (
    <CreateDialog title="New Webhook" form={form} initial={initial} identity={identity} onClose={onClose}>
      <TextField
        {...form.field('url')}
        label="URL"
        hint="It gets each new message, with the sender's name and email address."
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
      />
    </CreateDialog>
  )
}
