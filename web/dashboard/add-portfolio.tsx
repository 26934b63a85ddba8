// Add a project: name, address, categories as tags, status, picture with preview and progress.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { site } from '../../content/site.ts'
import type { Answer, Body } from '../../contract/call.ts'
import { coverBytes, nameLength, urlLength } from '../../contract/limits.ts'
import { addItem, categoryList, type listItems } from '../../contract/portfolio.ts'
import { Problem } from '../../contract/problem.ts'
import { call } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { categoriesQuery } from '../queries.tsx'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { ImageDrop } from '../ui/file-input.tsx'
import { useRefresh } from './admin-queries.ts'
import { draftOf, keepDraft } from './drafts.ts'
import { type Faults, faultsOf, focusFirstFault, withoutFault } from './faults.ts'
import { Notice, useNotice } from './notice.tsx'
import { allTags, type Tags, TagsInput } from './tags-input.tsx'
import { UploadProgress } from './upload-progress.tsx'

export function meta() {
  return pageMeta({ title: `Add Portfolio | ${site.brand}`, noindex: true })
}

interface Draft {
  pname: string
  purl: string
  tags: Tags
  status: string
  image: File | null
}

const empty: Draft = { pname: '', purl: '', tags: { list: [], pending: '' }, status: 'draft', image: null }
const allRequired = 'All fields are required.'

export default function AddPortfolio() {
  const { user } = useSession()
  const draftKey = `add ${user?.id}`
  const [draft, setDraft] = useState(() => draftOf<Draft>(draftKey) ?? empty)
  const [faults, setFaults] = useState<Faults>({})
  const [progress, setProgress] = useState<number>()
  const notice = useNotice()
  const form = useRef<HTMLFormElement>(null)
  const refresh = useRefresh()
  const suggestions = useSuggestions()
  useEffect(() => keepDraft(draftKey, draft === empty ? undefined : draft), [draftKey, draft])

  const edit = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    for (const field of Object.keys(change))
      setFaults((now) => withoutFault(now, { tags: 'categories', image: 'pimage' }[field] ?? field))
  }

  const adding = useMutation({
    mutationFn: (fields: Body<typeof addItem> & { image: File }) => {
      const data = new FormData()
      data.set('pname', fields.pname)
      data.set('purl', fields.purl)
      // Section 7: comma-joined on creation.
      data.set('categories', categoryList(fields.categories).join(','))
      data.set('status', String(fields.status))
      data.set('pimage', fields.image)
      return call(addItem, { form: data, onProgress: setProgress })
    },
    networkMode: 'always',
    onSuccess: ({ message }) => {
      setDraft(empty)
      setFaults({})
      notice.say(
        'success',
        <>
          {message}{' '}
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
    const { pname, purl, tags, status, image } = draft
    const fields = { pname, purl, categories: allTags(tags), status }
    const found = faultsOf(addItem.body, fields)
    if (!image || Object.values(found).includes(allRequired)) {
      notice.say('error', allRequired)
      // Every fault that is only "missing" is said once, above the form; the focus goes to the first of them.
      setFaults(Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== allRequired)))
      const missing = ['pname', 'purl', 'categories'].findIndex((field) => found[field] === allRequired)
      const inputs = form.current?.querySelectorAll<HTMLElement>('input:not([type="file"])')
      ;(missing < 0 ? form.current?.querySelector<HTMLElement>('[type="file"]') : inputs?.[missing])?.focus()
      return
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return focusFirstFault(form.current)
    setDraft({ ...draft, tags: { list: fields.categories, pending: '' } })
    adding.mutate({ ...fields, image })
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
          <div className="actions">
            <Button type="submit" busy={busy} busyLabel="Adding...">
              Add Portfolio
            </Button>
          </div>
          {progress !== undefined && <UploadProgress share={progress} />}
        </div>
        <div className="form">
          <ImageDrop
            label="Image"
            hint="PNG, JPG, JPEG or WebP"
            file={draft.image}
            disabled={busy}
            error={faults.pimage}
            onChoose={(image) => {
              if (image.size <= coverBytes) return edit({ image })
              setDraft({ ...draft, image: null })
              setFaults({ ...faults, pimage: `The image may have at most ${coverBytes / 1024 / 1024} MB.` })
            }}
          />
        </div>
      </form>
    </>
  )
}

/** Categories in use: the public ones, and those of drafts that a list of this session showed. */
function useSuggestions(): string[] {
  const client = useQueryClient()
  const { data } = useQuery({ ...categoriesQuery(), refetchOnMount: true })
  const lists = client.getQueriesData<Answer<typeof listItems>>({ queryKey: ['admin', 'items'] })
  const seen = lists.flatMap(([, list]) => (list?.portfolios ?? []).flatMap((item) => item.categories))
  return categoryList([...(data?.categories ?? []), ...seen]).sort((a, b) => a.localeCompare(b))
}
