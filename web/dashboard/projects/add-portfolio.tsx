// Add a project: name, URL, categories as tags, status, image with preview and progress.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { addItem, defaultFocalPoint } from '../../../contract/portfolio.ts'
import { PageAlert } from '../../alerts.tsx'
import { multipart } from '../../call-files.ts'
import { type FieldErrors, useForm } from '../../forms/use-form.ts'
import { privateMeta } from '../../page-meta.ts'
import { categoriesQuery } from '../../queries.tsx'
import { Button } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { Select } from '../../ui/field.tsx'
import { ImageDrop, useObjectUrl } from '../../ui/image-input.tsx'
import * as layout from '../../ui/layout.module.css'
import * as typography from '../../ui/typography.module.css'
import { useRefresh } from '../lists/admin-queries.ts'
import { PageHead, PageNotice } from '../lists/parts.tsx'
import { FocalFrame, sharpCover, useImageSize } from '../project-images/cover.tsx'
import { SmallImageNote } from '../project-images/image-size.tsx'
import { useUpload } from '../project-images/uploads.tsx'
import type { Opened } from './portfolio.tsx'
import {
  imageInput,
  inputOf,
  PreviewLink,
  ProjectFields,
  type ProjectForm,
  type ProjectValues,
  withoutLostImage,
} from './project-form.tsx'
import * as styles from './project-section.module.css'
import { allTags, type Tags, TagsInput } from './tags-input.tsx'

export const meta = privateMeta('Add Portfolio')

const initial: ProjectValues & { categories: Tags } = {
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
  const { data } = useQuery({ ...categoriesQuery(), refetchOnMount: true })

  const form = useForm(schema, {
    initial,
    draft: 'add',
    restore: (draft) => withoutLostImage(draft, defaultFocalPoint, 'Choose the image again.'),
    input: (values) => ({ ...inputOf(values), categories: allTags(values.categories) }),
    invalid: withMissing,
    send: (body) => {
      form.set({ categories: { list: body.categories, pending: '' } })
      // Comma-joined on creation.
      const { blocks: _, ...fields } = body
      return upload(addItem, { form: multipart({ ...fields, categories: body.categories.join(',') }) })
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
      <PageHead title="Add Portfolio" />
      <form className={`${layout.split} ${styles.grid}`} {...form.props}>
        <div className={layout.form}>
          {form.isRestored && (
            <PageNotice role="status">Your changes are back in the form. They are not saved.</PageNotice>
          )}
          <PageAlert alert={form.alert} />
          <ProjectFields
            form={form}
            labels={{ name: 'Project name', url: 'URL' }}
            categories={
              <TagsInput
                value={form.values.categories}
                suggestions={data?.categories ?? []}
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
          {progress}
        </div>
      </form>
    </>
  )
}

function NewImage({ form }: { form: ProjectForm }) {
  const { values, busy } = form
  const src = useObjectUrl(values.pimage)
  const size = useImageSize(src)
  return (
    <>
      <ImageDrop {...imageInput(form)} hint="PNG, JPEG or WebP" />
      <SmallImageNote image={size} sharp={sharpCover} />
      {src && size && (
        <div className={field.field}>
          <p className={field.label}>Focal point</p>
          <FocalFrame src={src} point={values} disabled={busy} onChange={form.set} />
        </div>
      )}
    </>
  )
}
