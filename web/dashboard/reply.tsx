// The reply dialog: the original as a quote, subject and message prefilled; what was typed survives every failure.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type ContactMessage,
  replyBodyFor,
  reply as replyForm,
  replySubjectFor,
  replyToMessage,
} from '../../contract/contacts.ts'
import { replyLength, subjectLength } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { call } from '../call.ts'
import { draftOf, keepDraft } from '../drafts.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { useRefresh, wordsOf } from './admin-queries.ts'
import { Discard } from './discard.tsx'
import { type Faults, faultsOf, focusFirstFault, withoutFault } from './faults.ts'
import { Notice, useNotice } from './notice.tsx'

type Props = { message: ContactMessage; onClose: () => void; onSent: (words: string) => void }

interface Words {
  replySubject: string
  replyBody: string
}

interface Draft {
  words: Words
  /**
   * By which the server knows a reply that is sent again [R25]. It stays with the draft until it is known that
   * the reply was sent: after a lost response, or a proxy's, nobody knows whether the first try arrived.
   */
  key: string
}

export function Reply({ message, onClose, onSent }: Props) {
  const { user } = useSession()
  const draftName = `reply ${message.id}`
  const [prefilled] = useState<Words>({
    replySubject: replySubjectFor(message.subject),
    replyBody: replyBodyFor(message.name),
  })
  const [{ words, key }, setDraft] = useState(() =>
    draftOf<Draft>(user?.id, draftName, { words: prefilled, key: newKey() }),
  )
  const [faults, setFaults] = useState<Faults>({})
  const [leaving, setLeaving] = useState(false)
  const body = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const notice = useNotice()
  const refresh = useRefresh()

  useEffect(() => {
    const end = body.current?.value.length ?? 0
    body.current?.setSelectionRange(end, end)
  }, [])

  const typed = words.replySubject !== prefilled.replySubject || words.replyBody !== prefilled.replyBody
  const save = (draft: Draft) => {
    setDraft(draft)
    keepDraft(user?.id, draftName, draft)
  }
  const edit = (change: Partial<Words>) => {
    save({ words: { ...words, ...change }, key })
    for (const field of Object.keys(change)) setFaults((now) => withoutFault(now, field))
  }
  const forget = () => keepDraft(user?.id, draftName, undefined)

  const sending = useMutation({
    mutationFn: () => call(replyToMessage, { params: { id: message.id }, body: { ...words, key } }),
    networkMode: 'always',
    onSuccess: (answer) => {
      forget()
      onSent(answer.message)
    },
    onError: (failure) => {
      // The reply that has this key is on its way with other words: these would be another reply.
      if (failure instanceof Problem && failure.code === 'duplicate') save({ words, key: newKey() })
      setFaults(failure instanceof Problem ? (failure.fields ?? {}) : {})
      notice.say('error', `Failed to send reply: ${wordsOf(failure)}`)
    },
    onSettled: () => void refresh('contacts'),
  })
  const busy = sending.isPending

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    notice.clear()
    const found = faultsOf(replyForm, words)
    setFaults(found)
    if (Object.keys(found).length > 0) return focusFirstFault(form.current)
    save({ words, key })
    sending.mutate()
  }
  const close = () => {
    if (busy) return
    if (typed) return setLeaving(true)
    // After a failed try the key must not be lost.
    if (!sending.isError) forget()
    onClose()
  }

  return (
    <>
      {leaving && (
        <Discard
          onStay={() => setLeaving(false)}
          onDiscard={() => {
            forget()
            onClose()
          }}
        />
      )}
      <Dialog
        title={`Reply to ${message.name}`}
        size="l"
        onClose={close}
        onSubmit={submit}
        footer={
          <>
            <Button variant="quiet" size="sm" onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button size="sm" type="submit" busy={busy} busyLabel="Sending...">
              Send Reply
            </Button>
          </>
        }
      >
        <div className="contents" ref={form}>
          <div className="quote">
            <p className="meta">To: {message.email}</p>
            <p className="message-subject">{message.subject || 'N/A'}</p>
            <p className="quote-text">{message.message}</p>
          </div>
          <Notice {...notice} />
          <TextField
            label="Subject"
            value={words.replySubject}
            maxLength={subjectLength}
            autoComplete="off"
            readOnly={busy}
            error={faults.replySubject}
            onChange={(event) => edit({ replySubject: event.target.value })}
          />
          <TextArea
            ref={body}
            label="Message"
            rows={8}
            data-autofocus
            value={words.replyBody}
            maxLength={replyLength}
            readOnly={busy}
            error={faults.replyBody}
            onChange={(event) => edit({ replyBody: event.target.value })}
          />
        </div>
      </Dialog>
    </>
  )
}

/** crypto.randomUUID is missing on plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
