// Add a project: name, URL, categories as tags, status, image with preview and progress; then what is optional.
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { addProject } from '../../../contract/portfolio.ts'
import { PageAlert } from '../../alerts.tsx'
import { type FieldErrors, useForm } from '../../forms/use-form.ts'
import { privateMeta } from '../../page-meta.ts'
import { Button } from '../../ui/button.tsx'
import * as ui from '../../ui/primitives.module.css'
import * as lists from '../lists/admin-list.module.css'
import { refresh } from '../lists/admin-queries.ts'
import { SaveBar } from '../lists/dialogs.tsx'
import { PageHead, Restored } from '../lists/parts.tsx'
import { useUploads } from '../project-images/uploads.tsx'
import { useHowItLooks } from './how-it-looks.tsx'
import type { Opened } from './portfolio.tsx'
import { fileFields, PreviewLink, ProjectFields, projectOptions, valuesOf } from './project-form.tsx'

export const meta = privateMeta('Add Portfolio')

const allRequired = 'All fields are required.'
const schema = z.extend(addProject.body, {
  ...fileFields,
  pimage: z.instanceof(File, { error: allRequired }),
})

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
  const uploads = useUploads()

  const form = useForm(schema, {
    ...projectOptions('add', valuesOf(), 'Choose the image again.'),
    invalid: withMissing,
    send: ({ categories, blocks, desktop: _, tablet: __, mobile: ___, ...fields }) => {
      form.set({ categories: { list: categories, pending: '' } })
      // Comma-joined on creation.
      const texts = { categories: categories.join(','), blocks: JSON.stringify(blocks) }
      return uploads.upload(addProject, { form: { ...fields, ...texts } })
    },
    onSent: ({ message, portfolio }) => {
      form.reset()
      form.alert.show(
        'success',
        <>
          {message}{' '}
          <Link
            className={ui.link}
            to="/dashboard/view-portfolio"
            state={{ edit: portfolio.id } satisfies Opened}
          >
            Edit {portfolio.pname}
          </Link>{' '}
          <PreviewLink project={portfolio} />{' '}
          <Link className={ui.link} to="/dashboard/view-portfolio">
            View portfolios
          </Link>
        </>,
      )
      form.props.ref.current?.querySelector('input')?.focus({ preventScroll: true })
      return refresh('projects')
    },
  })
  const look = useHowItLooks(form)

  const isChanged = uploads.busy || form.isChanged
  const submit = (
    <Button
      type="submit"
      size={isChanged ? 'sm' : 'md'}
      className={isChanged ? lists.whole : undefined}
      busy={form.busy || uploads.busy}
      busyLabel={uploads.busy ? 'Uploading...' : 'Adding...'}
    >
      Add Portfolio
    </Button>
  )
  return (
    <>
      <PageHead title="Add Portfolio" />
      <form {...form.props}>
        {form.isRestored && <Restored />}
        <PageAlert alert={form.alert} />
        <ProjectFields
          form={form}
          uploads={uploads}
          submit={isChanged ? null : <div className={`${ui.cluster} ${ui.spread}`}>{submit}</div>}
          aside={look.aside}
        />
        {isChanged && (
          <SaveBar isChanged progress={uploads.last.progress}>
            {look.button}
            {submit}
          </SaveBar>
        )}
      </form>
      {look.dialog}
    </>
  )
}
