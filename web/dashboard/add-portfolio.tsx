// Add a project: name, address, categories as tags, status, picture with preview and progress.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { site } from '../../content/site.ts'
import type { Body, ResponseOf } from '../../contract/call.ts'
import { categoryList } from '../../contract/categories.ts'
import { coverBytes, nameLength, urlLength } from '../../contract/limits.ts'
import { addItem, defaultFocalPoint, type listItems } from '../../contract/portfolio.ts'
import { Problem } from '../../contract/problem.ts'
import { upload } from '../call-files.ts'
import { draftOf, keepDraft } from '../drafts.ts'
import { pageMeta } from '../page-meta.ts'
import { categoriesQuery } from '../queries.tsx'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { ImageDrop, useObjectUrl } from '../ui/file-input.tsx'
import type { FocalPoint } from '../ui/focal-point.ts'
import { useRefresh } from './admin-queries.ts'
import { CoverCrop } from './cover-crop.tsx'
import { type Faults, faultsOf, focusFirstFault, withoutFault } from './faults.ts'
import { Notice, useNotice } from './notice.tsx'
import { previewModes } from './preview-modes.ts'
import { allTags, type Tags, TagsInput } from './tags-input.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { ViewLive } from './view-live.tsx'

export function meta() {
  return pageMeta({ title: `Add Portfolio | ${site.brand}`, noindex: true })
}

type Fields = Omit<Body<typeof addItem>, keyof FocalPoint>

interface Draft {
  pname: string
  purl: string
  tags: Tags
  status: string
  preview: string
  image: File | null
  /** A stored draft is without its file (drafts.ts). */
  hasImage: boolean
  focalX: number
  focalY: number
}

const empty: Draft = {
  pname: '',
  purl: '',
  tags: { list: [], pending: '' },
  status: 'draft',
  preview: 'live',
  image: null,
  hasImage: false,
  ...defaultFocalPoint,
}
const allRequired = 'All fields are required.'
/** Beside each of them, while the notice above the form says it for all. */
const missing: Faults = {
  pname: 'Project name is required.',
  purl: 'URL is required.',
  categories: 'At least one category is required.',
  pimage: 'An image is required.',
}
const draftName = 'add'

export default function AddPortfolio() {
  const { user } = useSession()
  const [draft, setDraft] = useState(() => draftOf(user?.id, draftName, empty))
  const chosen = useObjectUrl(draft.image)
  const [faults, setFaults] = useState<Faults>(() =>
    draft.hasImage && !draft.image ? { pimage: 'Please choose the image again.' } : {},
  )
  const [progress, setProgress] = useState<number>()
  const notice = useNotice()
  const form = useRef<HTMLFormElement>(null)
  const refresh = useRefresh()
  const suggestions = useSuggestions()
  useEffect(() => keepDraft(user?.id, draftName, draft === empty ? undefined : draft), [user?.id, draft])

  const edit = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    for (const field of Object.keys(change))
      setFaults((now) => withoutFault(now, { tags: 'categories', image: 'pimage' }[field] ?? field))
  }

  const adding = useMutation({
    mutationFn: (fields: Fields & FocalPoint & { image: File }) => {
      const data = new FormData()
      data.set('pname', fields.pname)
      data.set('purl', fields.purl)
      // [S7] Comma-joined on creation.
      data.set('categories', categoryList(fields.categories).join(','))
      data.set('status', String(fields.status))
      data.set('preview', String(fields.preview))
      data.set('focalX', String(fields.focalX))
      data.set('focalY', String(fields.focalY))
      data.set('pimage', fields.image)
      return upload(addItem, { form: data }, setProgress)
    },
    networkMode: 'always',
    onSuccess: ({ message, portfolio }) => {
      setDraft(empty)
      setFaults({})
      notice.say(
        'success',
        <>
          {message}{' '}
          {portfolio.status === 'published' && (
            <>
              <ViewLive id={portfolio.id} />{' '}
            </>
          )}
          <Link className="link" to="/dashboard/view-portfolio">
            View portfolios
          </Link>
        </>,
      )
      form.current?.querySelector('input')?.focus({ preventScroll: true })
      return refresh('items')
    },
    onError: (error) => {
      const fields = error instanceof Problem ? (error.fields ?? {}) : {}
      setFaults(fields)
      if (Object.keys(fields).length > 0) focusFirstFault(form.current)
      else notice.say('error', (error instanceof Problem && error.message) || 'Something went wrong.')
    },
    onSettled: () => setProgress(undefined),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (adding.isPending) return
    notice.clear()
    const { pname, purl, tags, status, preview, image, focalX, focalY } = draft
    const fields = { pname, purl, categories: allTags(tags), status, preview }
    const found = faultsOf(addItem.body, fields)
    if (!image) found.pimage = allRequired
    if (Object.values(found).includes(allRequired)) notice.say('error', allRequired)
    setFaults(
      Object.fromEntries(
        Object.entries(found).map(([field, fault]) => [
          field,
          fault === allRequired ? missing[field] : fault,
        ]),
      ),
    )
    if (!image || Object.keys(found).length > 0) return focusFirstFault(form.current)
    setDraft({ ...draft, tags: { list: fields.categories, pending: '' } })
    adding.mutate({ ...fields, focalX, focalY, image })
  }

  const busy = adding.isPending
  return (
    <>
      <div className="dhead">
        <h1 className="dtitle">Add Portfolio</h1>
      </div>
      <form className="dgrid" noValidate onSubmit={submit} ref={form}>
        <div className="form">
          <Notice {...notice} />
          <TextField
            label="Project name"
            value={draft.pname}
            maxLength={nameLength}
            autoComplete="off"
            readOnly={busy}
            error={faults.pname}
            onChange={(event) => edit({ pname: event.target.value })}
          />
          <TextField
            label="URL"
            type="url"
            placeholder="https://"
            value={draft.purl}
            maxLength={urlLength}
            autoComplete="off"
            readOnly={busy}
            error={faults.purl}
            onChange={(event) => edit({ purl: event.target.value })}
          />
          <TagsInput
            label="Categories"
            hint="Press Enter to add. Commas split a list."
            value={draft.tags}
            suggestions={suggestions}
            disabled={busy}
            error={faults.categories}
            onChange={(tags) => edit({ tags })}
          />
          <Select
            label="Status"
            value={draft.status}
            disabled={busy}
            options={[
              { value: 'draft', label: 'Draft' },
              { value: 'published', label: 'Published' },
            ]}
            onChange={(event) => edit({ status: event.target.value })}
          />
          <Select
            label="Preview"
            hint="The image also stands in when the live site cannot be shown."
            value={draft.preview}
            disabled={busy}
            options={previewModes}
            error={faults.preview}
            onChange={(event) => edit({ preview: event.target.value })}
          />
        </div>
        <div className="form dgrid-side">
          <ImageDrop
            label="Image"
            hint="PNG, JPG, JPEG or WebP"
            file={draft.image}
            disabled={busy}
            error={faults.pimage}
            focal={draft}
            onChoose={(image) => {
              if (image.size <= coverBytes) return edit({ image, hasImage: true, ...defaultFocalPoint })
              setDraft({ ...draft, image: null, hasImage: false })
              setFaults({ ...faults, pimage: `The image may have at most ${coverBytes / 1024 / 1024} MB.` })
            }}
          />
          <CoverCrop src={chosen} isNew point={draft} disabled={busy} onChange={edit} />
        </div>
        {/* After the image, which on narrow screens lies between the fields and the button. */}
        <div className="form">
          <div className="actions">
            <Button type="submit" busy={busy} busyLabel="Adding...">
              Add Portfolio
            </Button>
          </div>
          {progress !== undefined && <UploadProgress share={progress} />}
        </div>
      </form>
    </>
  )
}

/** Categories in use: the public ones, and those of drafts that a list of this session showed. */
function useSuggestions(): string[] {
  const client = useQueryClient()
  const { data } = useQuery({ ...categoriesQuery(), refetchOnMount: true })
  const lists = client.getQueriesData<ResponseOf<typeof listItems>>({ queryKey: ['admin', 'items'] })
  const seen = lists.flatMap(([, list]) => (list?.portfolios ?? []).flatMap((item) => item.categories))
  return categoryList([...(data?.categories ?? []), ...seen]).sort((a, b) => a.localeCompare(b))
}
