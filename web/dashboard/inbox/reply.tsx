// The reply dialog: the original as a quote, subject and message prefilled; what was typed survives every failure.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import {
  changeContacts,
  mailLink,
  replyBodyFor,
  reply as replyForm,
  replySubjectFor,
  replyToMessage,
  textFrom,
} from '../../../contract/messages.ts'
import { Problem } from '../../../contract/problem.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { translator } from '../../../contract/words/translate.ts'
import { PageAlert } from '../../alerts.tsx'
import { useSiteWords } from '../../brand.ts'
import { call, messageOf } from '../../call.ts'
import { differs, useForm } from '../../forms/use-form.ts'
import { useSession } from '../../session.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Alert } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { refresh, signatureQuery } from '../lists/admin-queries.ts'
import { EditDialog, toasts, useAction } from '../lists/dialogs.tsx'
import { smtpHint } from '../lists/parts.tsx'
import * as quote from './inbox.module.css'
import { SavedReplies, SavedRepliesMenu } from './saved-replies.tsx'
import { Extra } from './thread.tsx'

type Props = { message: ContactMessage; onClose: () => void; onSent: (text: string) => void }

export function Reply({ message, onClose, onSent }: Props) {
  const t = translator(useSiteWords().words)
  const [prefilled] = useState(() => ({
    replySubject: replySubjectFor(message.subject, t),
    replyBody: replyBodyFor(message.name, t),
  }))
  /*
   * By the key the server knows a reply that is sent again. It stays with the draft until it is known that the
   * reply was sent: after a lost response, or a proxy's, nobody knows whether the first try arrived.
   */
  const [initial] = useState(() => ({ ...prefilled, key: newKey() }))
  const [hasFailed, setFailed] = useState(false)
  const body = useRef<HTMLTextAreaElement>(null)
  // Until it is known, there is one.
  const hasMail = useSession().dashboardData?.mail?.configured ?? true
  const { data: own } = useQuery(signatureQuery)
  const noMailId = useId()
  /** The dialog of saved replies, with the text that becomes a new one. */
  const [saving, setSaving] = useState<{ text: string } | null>(null)

  useEffect(() => {
    const end = body.current?.value.length ?? 0
    body.current?.setSelectionRange(end, end)
  }, [])

  const form = useForm(replyForm, {
    initial,
    draft: `reply ${message.id}`,
    send: (reply) =>
      call(replyToMessage, { params: { id: message.id }, body: reply }).finally(
        () => void refresh('contacts'),
      ),
    onSent: (response) => onSent(response.message),
    failed: (error) => {
      setFailed(true)
      // The reply that has this key is on its way with another text: this one would be another reply.
      if (error instanceof Problem && error.code === 'duplicate') form.set({ key: newKey() })
      return `Failed to send reply: ${messageOf(error)}`
    },
    alertWithFields: true,
  })

  const { replySubject = '', replyBody = '' } = form.values
  const mail = mailLink(message.email, replySubject, replyBody)
  const marking = useAction(
    toasts,
    async () => {
      const marked = call(changeContacts, { body: { ids: [message.id], replied: true } })
      await marked.finally(() => void refresh('contacts'))
      onSent('Marked as replied.')
    },
    'Failed to change the message: ',
  )

  return (
    <>
      {/* Before its dialog, so that closing both gives the focus back in turn. */}
      {saving && <SavedReplies text={saving.text} onClose={() => setSaving(null)} />}
      <EditDialog
        title={`Reply to ${message.name}`}
        size="l"
        // Another key is no change.
        form={{ ...form, isChanged: differs(form.values, prefilled) }}
        // After a failed try the key must not be lost.
        keepsDraft={hasFailed}
        submit={{
          label: 'Send Reply',
          busyLabel: 'Sending...',
          ...(!hasMail && { variant: 'secondary', describedBy: noMailId }),
        }}
        more={
          // Without a mail server the reply is sent by the owner's own mail program, which marks nothing.
          !hasMail && (
            <>
              <Button size="sm" variant="secondary" busy={marking.busy} onClick={() => marking.run()}>
                Mark as replied
              </Button>
              <a className={buttonClass({ size: 'sm' })} href={mail.href}>
                Open in mail program
              </a>
            </>
          )
        }
        onClose={onClose}
      >
        <div className={`${ui.stack} ${quote.quote}`}>
          <p className={ui.meta}>To: {message.email}</p>
          <b>{message.subject || 'N/A'}</b>
          <p className={quote.quoteText} dir="auto">
            {message.message}
          </p>
          <Extra message={message} />
        </div>
        <PageAlert alert={form.alert} />
        {!hasMail && (
          <div id={noMailId}>
            <Alert role="note">
              Email is not set up, so {message.name} receives nothing from here. Open the reply in your mail
              program, then mark it as replied. “Send Reply” only writes it to a file on the server, and marks
              the message as replied. {smtpHint}
            </Alert>
          </div>
        )}
        <TextField {...form.field('replySubject')} label="Subject" />
        <SavedRepliesMenu
          name={message.name}
          field={body}
          disabled={form.busy}
          onSave={() => setSaving({ text: textFrom(body.current?.value ?? '', message.name) })}
          onEdit={() => setSaving({ text: '' })}
        >
          <TextArea
            {...form.field('replyBody')}
            ref={body}
            label="Message"
            hint={
              !hasMail && mail.isCut
                ? 'Too long for “Open in mail program”, which gets only the beginning: copy the rest from here.'
                : undefined
            }
            rows={8}
            data-autofocus
          />
        </SavedRepliesMenu>
        {hasMail && own?.signature && (
          <div className={`${ui.stack} ${quote.quote}`}>
            <p className={ui.meta}>Your signature follows:</p>
            <p className={quote.quoteText}>{own.signature}</p>
          </div>
        )}
      </EditDialog>
    </>
  )
}

/** crypto.randomUUID is missing on plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
