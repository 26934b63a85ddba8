// The button that downloads a backup, after the password was entered again.
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { checkDownload, downloadBackup } from '../../../contract/settings.ts'
import type { useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { followDownload } from '../../call-files.ts'
import { Cancelled } from '../../forms/use-form.ts'
import { useReauthentication } from '../../reauthenticate.tsx'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/tool-icons.tsx'

type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'className'> & { label: string }

/**
 * The browser saves it as it comes, so it may be larger than memory; whether it may begin is checked first.
 * @returns the button, and the dialog, which is a form of its own
 */
export function useDownload(alert: ReturnType<typeof useAlert>, { label, ...look }: Look) {
  const identity = useReauthentication('Downloading a backup')
  const starting = useMutation({
    mutationFn: () => identity.run(() => call(checkDownload)),
    onMutate: () => alert.clear(),
    onSuccess: () => {
      followDownload(downloadBackup)
      alert.show('success', 'The download begins. It holds messages and password hashes: store it safely.')
    },
    onError: (failure) => {
      if (!(failure instanceof Cancelled)) alert.show('error', messageOf(failure))
    },
  })
  const button = (
    <Button
      size="sm"
      {...look}
      busy={starting.isPending && !identity.dialog}
      onClick={() => starting.mutate()}
    >
      {look.variant !== 'quiet' && <DownloadIcon size="s" />}
      {label}
    </Button>
  )
  return { button, dialog: identity.dialog }
}
