// Add a project: name, URL, categories as tags, status, image with preview and progress.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import type { ResponseOf } from '../../../contract/call.ts'
import { addItem, categoryList, defaultFocalPoint, type listItems } from '../../../contract/portfolio.ts'
import { PageAlert } from '../../alerts.tsx'
import { multipart } from '../../call-files.ts'
import { type FieldErrors, useForm } from '../../forms/use-form.ts'
import { type MetaArgs, pageMeta, titled } from '../../page-meta.ts'
import { categoriesQuery } from '../../queries.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { ImageDrop, useObjectUrl } from '../../ui/image-input.tsx'
import * as layout from '../../ui/layout.module.css'
import * as typography from '../../ui/typography.module.css'
import * as heading from '../header.module.css'
import { itemListsKey, useRefresh } from '../lists/admin-queries.ts'
import { CoverCrop } from '../project-images/cover-crop.tsx'
import { UploadProgress, useUpload } from '../project-images/upload-progress.tsx'
import type { Opened } from './portfolio.tsx'
import {
  imageInput,
  inputOf,
  PortfolioFields,
  type PortfolioForm,
  type PortfolioValues,
  withoutLostImage,
} from './portfolio-fields.tsx'
import { PreviewLink } from './preview-link.tsx'
import * as styles from './project-section.module.css'
import { allTags, type Tags, TagsInput } from './tags-input.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Add Portfolio', matches), noindex: true })
}

const initial: PortfolioValues & { categories: Tags } = {
  pname: '',
  purl: '',
  categories: { list: [], pending: '' },
  status: 'draft',
  preview: 'live',
  pimage: null,
  hasImage: false,
  ...defaultFocalPoint,
}

const allRequired = 'All fields are required.'
const schema = z.extend(addItem.body, { pimage: z.instanceof(File, { error: allRequired }) })

/** At each of them, while the alert above the form says it for all. */
const missing: FieldErrors = {
  pname: 'Project name is required.',
  purl: 'URL is required.',
  categories: 'At least one category is required.',
  pimage: 'An image is required.',
}

/** Says once above the form that something is missing, and at each field what. */
function withMissing(errors: FieldErrors) {
  const isMissing = (name: string) => errors[name] === allRequired
  const names = Object.keys(errors)
  return {
    errors: Object.fromEntries(names.map((name) => [name, isMissing(name) ? missing[name] : errors[name]])),
    ...(names.some(isMissing) ? { alert: allRequired } : {}),
  }
}

export default function AddPortfolio() {
  const { progress, upload } = useUpload()
  const refresh = useRefresh()
  const suggestions = useSuggestions()

  const form = useForm(schema, {
    initial,
    draft: 'add',
    restore: (draft) => withoutLostImage(draft, defaultFocalPoint, 'Choose the image again.'),
    input: (values) => ({ ...inputOf(values), categories: allTags(values.categories) }),
    invalid: withMissing,
    send: (body) => {
      form.set({ categories: { list: body.categories, pending: '' } })
      // Comma-joined on creation.
      return upload(addItem, { form: multipart({ ...body, categories: body.categories.join(',') }) })
    },
    onSent: ({ message, portfolio }) => {
      form.reset()
      form.alert.show(
        'success',
        <>
          {message}{' '}
          <Link
            className={typography.link}
            to="/dashboard/view-portfolio"
            state={{ edit: portfolio.id } satisfies Opened}
          >
            Edit {portfolio.pname}
          </Link>{' '}
          <PreviewLink project={portfolio} />{' '}
          <Link className={typography.link} to="/dashboard/view-portfolio">
            View portfolios
          </Link>
        </>,
      )
      form.props.ref.current?.querySelector('input')?.focus({ preventScroll: true })
      return refresh('items')
    },
  })

  const { busy } = form
  return (
    <>
      <div className={heading.head}>
        <h1 className={heading.title}>Add Portfolio</h1>
      </div>
      <form className={styles.grid} {...form.props}>
        <div className={layout.form}>
          <PageAlert alert={form.alert} />
          <PortfolioFields
            form={form}
            labels={{ name: 'Project name', url: 'URL' }}
            urlPlaceholder="https://"
            categories={
              <TagsInput
                label="Categories"
                hint="Press Enter to add. Commas split a list."
                value={form.values.categories}
                suggestions={suggestions}
                disabled={busy}
                error={form.errors.categories}
                onChange={(categories) => form.set({ categories })}
              />
            }
          />
          <Select
            {...form.field('preview')}
            label="Preview"
            hint="The image also stands in when the live site cannot be shown."
            disabled={busy}
            options={[
              { value: 'live', label: 'Show the live site' },
              { value: 'image', label: 'Show the image' },
            ]}
          />
        </div>
        <div className={`${layout.form} ${styles.side}`}>
          <NewImage form={form} />
        </div>
        {/* After the image, which on narrow screens lies between the fields and the button. */}
        <div className={layout.form}>
          <div className={`${layout.actions} ${layout.spread}`}>
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

function NewImage({ form }: { form: PortfolioForm }) {
  const { values, busy } = form
  const src = useObjectUrl(values.pimage)
  return (
    <>
      <ImageDrop {...imageInput(form)} hint="PNG, JPEG or WebP" />
      <CoverCrop
        src={src}
        point={values}
        disabled={busy}
        onChange={(point) => form.set({ ...point, hasImage: values.pimage !== null })}
      />
    </>
  )
}

/** Categories in use: the public ones, and those of drafts that a list of this session showed. */
function useSuggestions(): string[] {
  const client = useQueryClient()
  const { data } = useQuery({ ...categoriesQuery(), refetchOnMount: true })
  const lists = client.getQueriesData<ResponseOf<typeof listItems>>({ queryKey: itemListsKey })
  const seen = lists.flatMap(([, list]) => (list?.portfolios ?? []).flatMap((item) => item.categories))
  return categoryList([...(data?.categories ?? []), ...seen]).sort((a, b) => a.localeCompare(b))
}
