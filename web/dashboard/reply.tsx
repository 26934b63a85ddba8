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
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { useRefresh, wordsOf } from './admin-queries.ts'
import { Discard } from './discard.tsx'
import { draftOf, keepDraft } from './drafts.ts'
import { type Faults, faultsOf, focusFirstFault, withoutFault } from './faults.ts'
import { Notice, useNotice } from './notice.tsx'

type Props = { message: ContactMessage; onClose: () => void; onSent: (words: string) => void }

interface Words {
  replySubject: string
  replyBody: string
}

export function Reply({ message, onClose, onSent }: Props) {
  const { user } = useSession()
  const draftKey = `reply ${user?.id} ${message.id}`
  const [prefilled] = useState<Words>({
    replySubject: replySubjectFor(message.subject),
    replyBody: replyBodyFor(message.name),
  })
  const [words, setWords] = useState(() => draftOf<Words>(draftKey) ?? prefilled)
  const [faults, setFaults] = useState<Faults>({})
  const [leaving, setLeaving] = useState(false)
  const body = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const keyFor = useKey()
  const notice = useNotice()
  const refresh = useRefresh()

  useEffect(() => {
    const end = body.current?.value.length ?? 0
    body.current?.setSelectionRange(end, end)
  }, [])

  const typed = words.replySubject !== prefilled.replySubject || words.replyBody !== prefilled.replyBody
  const edit = (change: Partial<Words>) => {
    const next = { ...words, ...change }
    setWords(next)
    keepDraft(draftKey, next)
    for (const field of Object.keys(change)) setFaults((now) => withoutFault(now, field))
  }
  const forget = () => keepDraft(draftKey, undefined)

  const sending = useMutation({
    mutationFn: () =>
      call(replyToMessage, { params: { id: message.id }, body: { ...words, key: keyFor.words(words) } }),
    networkMode: 'always',
    onSuccess: (answer) => {
      forget()
      onSent(answer.message)
    },
    onError: (failure) => {
      // The server's answer is final: the same reply may be tried again, also in other words.
      if (failure instanceof Problem && failure.code === 'mail-refused') keyFor.refused()
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
    sending.mutate()
  }
  const close = () => {
    if (busy) return
    if (typed) return setLeaving(true)
    forget()
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

/**
 * The key by which the server knows a repeated reply (decision 25). One key for one text: a request whose answer got
 * lost may be repeated, but other words are another reply, unless the mail server had refused the first.
 */
function useKey() {
  const last = useRef<{ key: string; words: Words } | null>(null)
  return {
    words(words: Words): string {
      const same =
        last.current?.words.replySubject === words.replySubject &&
        last.current.words.replyBody === words.replyBody
      const key = same && last.current ? last.current.key : newKey()
      last.current = { key, words }
      return key
    },
    refused() {
      last.current = null
    },
  }
}

/** crypto.randomUUID is missing on plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
