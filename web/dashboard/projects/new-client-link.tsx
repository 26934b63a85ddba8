// The form of a new client link: who it is for, until when it works, and whether it asks for a passphrase.
import type { ResponseOf } from '../../../contract/call.ts'
import {
  clientLinkDays,
  clientLinkNameLength,
  createClientLink,
  defaultClientLinkDays,
} from '../../../contract/client-links.ts'
import { passwordMax, passwordMin } from '../../../contract/limits.ts'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { CreateDialog } from '../lists/create-dialog.tsx'

const lives = clientLinkDays.map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}))

const initial = { name: '', days: String(defaultClientLinkDays), passphrase: '' }

interface Props {
  itemId: string
  /** Of the project. */
  name: string
  onMade: (made: ResponseOf<typeof createClientLink>) => void
  onClose: () => void
}

export function NewClientLink({ itemId, name, onMade, onClose }: Props) {
  const form = useForm(createClientLink.body, {
    initial,
    input: (values) => ({ ...values, days: Number(values.days) }),
    send: (body) => call(createClientLink, { params: { id: itemId }, body }),
    onSent: onMade,
  })
  return (
    <CreateDialog title="New Client Link" form={form} initial={initial} onClose={onClose}>
      <p>Whoever has the link sees {name}, and no other project.</p>
      <TextField
        {...form.field('name')}
        label="For"
        hint="Optional, such as First look for Rui. Only admins see it."
        maxLength={clientLinkNameLength}
        autoComplete="off"
      />
      <Select {...form.field('days')} label="Expires after" options={lives} />
      <TextField
        {...form.field('passphrase')}
        label="Passphrase"
        hint={`Optional, at least ${passwordMin} characters. It is not shown again either.`}
        maxLength={passwordMax}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </CreateDialog>
  )
}
