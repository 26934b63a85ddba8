// What the reply dialog offers while no mail server is set up: the reply in the owner's own mail program.
import { useMutation } from '@tanstack/react-query'
import { changeContacts, mailLink } from '../../../contract/messages.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { call, messageOf } from '../../call.ts'
import { useSession } from '../../session.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Alert } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { useRefresh } from '../lists/admin-queries.ts'
import { smtpHint } from './smtp-hint.ts'

/** Until it is known, there is one. */
export function useHasMail(): boolean {
  return useSession().dashboardData?.mail?.configured ?? true
}

/** What the buttons do then: Send Reply sends nothing. */
export function NoMail({ id, name }: { id: string; name: string }) {
  return (
    <div id={id}>
      <Alert role="note">
        Email is not set up, so {name} receives nothing from here. Open the reply in your mail program, then
        mark it as replied. “Send Reply” only writes it to a file on the server, and marks the message as
        replied. {smtpHint}
      </Alert>
    </div>
  )
}

type Props = {
  message: ContactMessage
  subject: string
  body: string
  /** The message was marked as replied: nothing does that by itself. */
  onMarked: (text: string) => void
}

export function MailProgram({ message, subject, body, onMarked }: Props) {
  const refresh = useRefresh()
  const marking = useMutation({
    mutationFn: () => call(changeContacts, { body: { ids: [message.id], replied: true } }),
    onSuccess: () => onMarked('Marked as replied.'),
    onError: (failure) => toast(`Failed to change the message: ${messageOf(failure)}`, { kind: 'error' }),
    onSettled: () => refresh('contacts'),
  })
  return (
    <>
      <Button size="sm" variant="secondary" busy={marking.isPending} onClick={() => marking.mutate()}>
        Mark as replied
      </Button>
      <a className={buttonClass({ size: 'sm' })} href={mailLink(message.email, subject, body)}>
        Open in mail program
      </a>
    </>
  )
}
