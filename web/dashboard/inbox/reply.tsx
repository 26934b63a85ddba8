// The reply dialog: the original as a quote, subject and message prefilled; what was typed survives every failure.

import { useEffect, useId, useRef, useState } from 'react'
import { replyLength, subjectLength } from '../../../contract/limits.ts'
import {
  replyBodyFor,
  reply as replyForm,
  replySubjectFor,
  replyToMessage,
} from '../../../contract/messages.ts'
import { Problem } from '../../../contract/problem.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { PageAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import * as typography from '../../ui/typography.module.css'
import { useRefresh } from '../lists/admin-queries.ts'
import { EditDialog } from '../projects/edit-dialog.tsx'
import { SignatureBelow } from '../settings/signature.tsx'
import { MailProgram, NoMail, useHasMail } from './mail-program.tsx'
import * as quote from './message.module.css'
import { textFrom } from './reply-text.ts'
import { SavedReplies } from './saved-replies.tsx'
import { SavedRepliesMenu } from './saved-replies-menu.tsx'

type Props = { message: ContactMessage; onClose: () => void; onSent: (text: string) => void }

export function Reply({ message, onClose, onSent }: Props) {
  const [prefilled] = useState(() => ({
    replySubject: replySubjectFor(message.subject),
    replyBody: replyBodyFor(message.name),
  }))
  /*
   * By the key the server knows a reply that is sent again. It stays with the draft until it is known that the
   * reply was sent: after a lost response, or a proxy's, nobody knows whether the first try arrived.
   */
  const [initial] = useState(() => ({ ...prefilled, key: newKey() }))
  const [hasFailed, setFailed] = useState(false)
  const body = useRef<HTMLTextAreaElement>(null)
  const refresh = useRefresh()
  const hasMail = useHasMail()
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

  return (
    <>
      {/* Before its dialog, so that closing both gives the focus back in turn. */}
      {saving && <SavedReplies text={saving.text} onClose={() => setSaving(null)} />}
      <EditDialog
        title={`Reply to ${message.name}`}
        size="l"
        form={form}
        initial={prefilled}
        // After a failed try the key must not be lost.
        keepsDraft={hasFailed}
        submit={{
          label: 'Send Reply',
          busyLabel: 'Sending...',
          ...(!hasMail && { variant: 'secondary', describedBy: noMailId }),
        }}
        more={
          !hasMail && (
            <MailProgram
              message={message}
              subject={form.values.replySubject ?? ''}
              body={form.values.replyBody ?? ''}
              onMarked={onSent}
            />
          )
        }
        onClose={onClose}
      >
        <div className={`${layout.stack} ${quote.quote}`}>
          <p className={typography.meta}>To: {message.email}</p>
          <b>{message.subject || 'N/A'}</b>
          <p className={quote.quoteText}>{message.message}</p>
        </div>
        <PageAlert alert={form.alert} />
        {!hasMail && <NoMail id={noMailId} name={message.name} />}
        <TextField
          {...form.field('replySubject')}
          label="Subject"
          maxLength={subjectLength}
          autoComplete="off"
          readOnly={form.busy}
        />
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
            rows={8}
            data-autofocus
            maxLength={replyLength}
            readOnly={form.busy}
          />
        </SavedRepliesMenu>
        {hasMail && <SignatureBelow />}
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
