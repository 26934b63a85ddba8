// The edit dialog of one project; asks before it throws edits away (decision 95).
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { coverBytes, nameLength, urlLength } from '../../contract/limits.ts'
import { categoryList, itemForm, type PortfolioItem, updateItem } from '../../contract/portfolio.ts'
import { Problem } from '../../contract/problem.ts'
import { call } from '../call.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { ImageRow } from '../ui/file-input.tsx'
import { useRefresh, wordsOf } from './admin-queries.ts'
import { Discard } from './discard.tsx'
import { draftOf, keepDraft } from './drafts.ts'
import { type Faults, faultsOf, focusFirstFault, withoutFault } from './faults.ts'
import { Notice, useNotice } from './notice.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { UploadProgress } from './upload-progress.tsx'

type Props = { item: PortfolioItem; onClose: () => void; onSaved: (message: string) => void }

export function EditPortfolio({ item, onClose, onSaved }: Props) {
  const [before] = useState({
    pname: item.pname,
    purl: item.purl,
    categories: item.categories.join(', '),
    status: item.status as string,
  })
  const { user } = useSession()
  const draftKey = `edit ${user?.id} ${item.id}`
  const [fields, setFields] = useState(() => draftOf<typeof before>(draftKey) ?? before)
  const [image, setImage] = useState<File | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [progress, setProgress] = useState<number>()
  const [leaving, setLeaving] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const notice = useNotice()
  const refresh = useRefresh()

  const edit = (change: Partial<typeof fields>) => {
    const next = { ...fields, ...change }
    setFields(next)
    keepDraft(draftKey, next)
    for (const field of Object.keys(change)) setFaults((now) => withoutFault(now, field))
  }
  const edited =
    image !== null || Object.entries(before).some(([name, value]) => fields[name as 'pname'] !== value)

  const saving = useMutation({
    mutationFn: () => {
      const data = new FormData()
      data.set('pname', fields.pname)
      data.set('purl', fields.purl)
      // Section 7: a JSON-encoded list on update.
      data.set('categories', JSON.stringify(categoryList(fields.categories)))
      data.set('status', fields.status)
      if (image) data.set('pimage', image)
      return call(updateItem, {
        params: { id: item.id },
        form: data,
        ...(image ? { onProgress: setProgress } : {}),
      })
    },
    networkMode: 'always',
    onSuccess: ({ message }) => {
      keepDraft(draftKey, undefined)
      void refresh('items')
      onSaved(message)
    },
    onError: (error) => {
      setFaults(error instanceof Problem ? (error.fields ?? {}) : {})
      notice.say('error', `Failed to save portfolio: ${wordsOf(error)}`)
      focusFirstFault(form.current)
    },
    onSettled: () => setProgress(undefined),
  })
  const busy = saving.isPending

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    notice.clear()
    const found = faultsOf(itemForm, fields)
    setFaults(found)
    if (Object.keys(found).length > 0) return focusFirstFault(form.current)
    saving.mutate()
  }
  const close = () => {
    if (busy) return
    if (edited) setLeaving(true)
    else leave()
  }
  const leave = () => {
    keepDraft(draftKey, undefined)
    onClose()
  }

  return (
    <>
      {leaving && <Discard onDiscard={leave} onStay={() => setLeaving(false)} />}
      <Dialog
        title="Edit Portfolio"
        onClose={close}
        onSubmit={submit}
        footer={
          <>
            <Button variant="quiet" size="sm" onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button size="sm" type="submit" busy={busy} busyLabel="Updating...">
              Update Portfolio
            </Button>
          </>
        }
      >
        <div className="contents" ref={form}>
          <Notice {...notice} />
          <TextField
            label="Portfolio Name"
            value={fields.pname}
            maxLength={nameLength}
            autoComplete="off"
            readOnly={busy}
            error={faults.pname}
            onChange={(event) => edit({ pname: event.target.value })}
          />
          <TextField
            label="Portfolio URL"
            type="url"
            value={fields.purl}
            maxLength={urlLength}
            autoComplete="off"
            readOnly={busy}
            error={faults.purl}
            onChange={(event) => edit({ purl: event.target.value })}
          />
          <TextField
            label="Categories"
            hint="Comma-separated"
            value={fields.categories}
            autoComplete="off"
            readOnly={busy}
            error={faults.categories}
            onChange={(event) => edit({ categories: event.target.value })}
          />
          <Select
            label="Status"
            value={fields.status}
            disabled={busy}
            options={[
              { value: 'draft', label: 'Draft' },
              { value: 'published', label: 'Published' },
            ]}
            error={faults.status}
            onChange={(event) => edit({ status: event.target.value })}
          />
          <ImageRow
            label="Image"
            file={image}
            disabled={busy}
            error={faults.pimage}
            onChoose={(chosen) => {
              const fits = chosen.size <= coverBytes
              if (fits) setImage(chosen)
              setFaults({
                ...faults,
                pimage: fits ? undefined : `The image may have at most ${coverBytes / 1024 / 1024} MB.`,
              })
            }}
            current={
              <>
                <Thumbnail src={item.pimage} />
                {item.pimage && (
                  <a className="link" href={item.pimage} target="_blank" rel="noreferrer">
                    Current image
                  </a>
                )}
              </>
            }
          />
          {progress !== undefined && <UploadProgress share={progress} />}
        </div>
      </Dialog>
    </>
  )
}
