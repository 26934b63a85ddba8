// The edit dialog of one project; asks before it throws edits away [R95].
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { categoryList } from '../../contract/categories.ts'
import { coverBytes, nameLength, urlLength } from '../../contract/limits.ts'
import { defaultFocalPoint, itemForm, type PortfolioItem, updateItem } from '../../contract/portfolio.ts'
import { Problem } from '../../contract/problem.ts'
import { call } from '../call.ts'
import { upload } from '../call-files.ts'
import { keepDraft } from '../drafts.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { ImageRow, useObjectUrl } from '../ui/file-input.tsx'
import { useRefresh, wordsOf } from './admin-queries.ts'
import { CoverCrop } from './cover-crop.tsx'
import { Discard } from './discard.tsx'
import { keptEdit } from './edit-draft.ts'
import { type Faults, faultsOf, focusFirstFault, withoutFault } from './faults.ts'
import { Notice, useNotice } from './notice.tsx'
import { previewModes } from './preview-modes.ts'
import { Thumbnail } from './thumbnail.tsx'
import { UploadProgress } from './upload-progress.tsx'

type Props = {
  item: PortfolioItem
  onClose: () => void
  /** `published`: it was a draft before. */
  onSaved: (message: string, published: boolean) => void
}

export function EditPortfolio({ item, onClose, onSaved }: Props) {
  const [before] = useState({
    pname: item.pname,
    purl: item.purl,
    categories: item.categories.join(', '),
    status: item.status as string,
    preview: item.preview as string,
    focalX: item.focalX,
    focalY: item.focalY,
    image: null as File | null,
    hasImage: false,
  })
  const { user } = useSession()
  const draftName = `edit ${item.id}`
  const [kept] = useState(() => keptEdit(user?.id, draftName, before))
  const [fields, setFields] = useState(kept.draft)
  const { image } = fields
  const chosen = useObjectUrl(image)
  const [faults, setFaults] = useState<Faults>(kept.faults)
  const [progress, setProgress] = useState<number>()
  const [leaving, setLeaving] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const notice = useNotice()
  const refresh = useRefresh()

  const edit = (change: Partial<typeof fields>) => {
    const next = { ...fields, ...change }
    setFields(next)
    keepDraft(user?.id, draftName, next)
    for (const field of Object.keys(change))
      setFaults((now) => withoutFault(now, field === 'image' ? 'pimage' : field))
  }
  const edited = Object.entries(before).some(([name, value]) => fields[name as 'pname'] !== value)

  const saving = useMutation({
    mutationFn: () => {
      const data = new FormData()
      data.set('pname', fields.pname)
      data.set('purl', fields.purl)
      // [S7] A JSON-encoded list on update.
      data.set('categories', JSON.stringify(categoryList(fields.categories)))
      data.set('status', fields.status)
      data.set('preview', fields.preview)
      data.set('focalX', String(fields.focalX))
      data.set('focalY', String(fields.focalY))
      if (image) data.set('pimage', image)
      const sent = { params: { id: item.id }, form: data }
      return image ? upload(updateItem, sent, setProgress) : call(updateItem, sent)
    },
    networkMode: 'always',
    onSuccess: ({ message, portfolio }) => {
      keepDraft(user?.id, draftName, undefined)
      void refresh('items')
      onSaved(message, before.status !== 'published' && portfolio.status === 'published')
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
    const { pname, purl, categories, status, preview } = fields
    const found = faultsOf(itemForm, { pname, purl, categories, status, preview })
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
    keepDraft(user?.id, draftName, undefined)
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
          <Select
            label="Preview"
            hint="The image also stands in when the live site cannot be shown."
            value={fields.preview}
            disabled={busy}
            options={previewModes}
            error={faults.preview}
            onChange={(event) => edit({ preview: event.target.value })}
          />
          <ImageRow
            label="Image"
            file={image}
            disabled={busy}
            error={faults.pimage}
            focal={fields}
            onChoose={(file) => {
              if (file.size <= coverBytes) return edit({ image: file, hasImage: true, ...defaultFocalPoint })
              setFaults({ ...faults, pimage: `The image may have at most ${coverBytes / 1024 / 1024} MB.` })
            }}
            current={
              <>
                <Thumbnail src={item.pimage} focal={fields} />
                {item.pimage && (
                  <a className="link" href={item.pimage} target="_blank" rel="noreferrer">
                    Current image
                  </a>
                )}
              </>
            }
          />
          <CoverCrop
            src={image ? chosen : item.pimage}
            isNew={image !== null}
            point={fields}
            disabled={busy}
            // Whoever moves the point of the current image keeps it.
            onChange={(point) => edit({ ...point, hasImage: image !== null })}
          />
          {progress !== undefined && <UploadProgress share={progress} />}
        </div>
      </Dialog>
    </>
  )
}
