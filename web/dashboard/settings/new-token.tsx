// The form of a new access token: its name, what it may do, and until when.
import { createToken, type TokenScope, tokenNameLength } from '../../../contract/access-tokens.ts'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { useReauthentication } from '../../reauthenticate.tsx'
import { Checkbox, FieldError, Select, TextField } from '../../ui/field.tsx'
import * as rows from '../home/mini-rows.module.css'
import { CreateDialog } from '../lists/create-dialog.tsx'

const scopes: { scope: TokenScope; label: string }[] = [
  { scope: 'portfolio:read', label: 'Read projects, drafts too' },
  { scope: 'portfolio:write', label: 'Add, change, publish and delete projects' },
  { scope: 'contacts:read', label: 'Read and export messages' },
  { scope: 'contacts:write', label: 'Reply to messages and delete them' },
]

const lives = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

interface Values {
  name: string
  scopes: TokenScope[]
  days: string
}

const initial: Values = { name: '', scopes: [], days: '30' }

/** @param onMade called with the secret */
export function NewToken({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const identity = useReauthentication('A new access token')
  const form = useForm(createToken.body, {
    initial,
    input: ({ name, scopes, days }) => ({ name, scopes, days: Number(days) }),
    send: (body) => identity.run(() => call(createToken, { body })),
    onSent: ({ secret }) => onMade(secret),
  })
  const { errors } = form
  const chosen = form.values.scopes
  return (
    <CreateDialog title="New Token" form={form} initial={initial} identity={identity} onClose={onClose}>
      <TextField
        {...form.field('name')}
        label="Name"
        hint="What it is for, such as Nightly export."
        maxLength={tokenNameLength}
        autoComplete="off"
      />
      <fieldset className={rows.choices} aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
        <legend>What it may do</legend>
        {scopes.map(({ scope, label }, index) => (
          <Checkbox
            key={scope}
            label={label}
            checked={chosen.includes(scope)}
            aria-invalid={errors.scopes && index === 0 ? true : undefined}
            onChange={({ target }) =>
              form.set({
                scopes: target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope),
              })
            }
          />
        ))}
        {errors.scopes && <FieldError id="scopes-error">{errors.scopes}</FieldError>}
      </fieldset>
      <Select {...form.field('days')} label="Expires after" options={lives} />
    </CreateDialog>
  )
}
