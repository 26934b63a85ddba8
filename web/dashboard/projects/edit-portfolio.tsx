// The edit dialog of one project, laid out as a page; confirms before it discards edits.

import { useState } from 'react'
import * as z from 'zod/mini'
import {
  type AboutPart,
  aboutLabels,
  aboutLengths,
  aboutParts,
  changedItem,
  cleanPart,
  updateItem,
} from '../../../contract/portfolio.ts'
import type { PortfolioItem, PreviewCheck } from '../../../contract/responses/projects.ts'
import { PageAlert } from '../../alerts.tsx'
import { messageOf } from '../../call.ts'
import { multipart } from '../../call-files.ts'
import { useForm } from '../../forms/use-form.ts'
import { ButtonLink } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { RadioCards, TextArea, TextField } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { classes } from '../../ui/styles.ts'
import { ShowIcon } from '../../ui/tool-icons.tsx'
import { useRefresh, useShowChanged } from '../lists/admin-queries.ts'
import { ProjectCover } from '../project-images/project-cover.tsx'
import { ProjectImages } from '../project-images/project-images.tsx'
import { UploadProgress, useUpload } from '../project-images/upload-progress.tsx'
import { ClientLinksPart, useClientLinks } from './client-links.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { inputOf, PortfolioFields, type PortfolioValues, withoutLostImage } from './portfolio-fields.tsx'
import { CheckedPreview } from './preview-help.tsx'
import { previewPath } from './preview-link.tsx'
import * as sections from './project-section.module.css'
import { ProjectSection } from './project-section.tsx'

/** Without another image, the current one stays. */
const schema = z.extend(changedItem, { pimage: z.optional(z.instanceof(File)) })

type Props = {
  item: PortfolioItem
  /** Missing while checks are off, and where nobody asks for it. */
  check?: PreviewCheck | undefined
  onClose: () => void
  /** `published`: it was a draft before. */
  onSaved: (message: string, published: boolean) => void
}

export function EditPortfolio({ item, check, onClose, onSaved }: Props) {
  const [initial] = useState(() => valuesOf(item))
  const { progress, upload } = useUpload()
  const showChanged = useShowChanged()
  const refresh = useRefresh()

  const form = useForm(schema, {
    initial,
    draft: `edit ${item.id}`,
    restore: (draft) => withoutLostImage(draft, initial, 'Choose the image again, or keep the current one.'),
    input: (values) => ({ ...inputOf(values), ...aboutInputOf(values), categories: values.categories }),
    send: (body) => {
      // A JSON-encoded list on update.
      const fields = { ...body, categories: JSON.stringify(body.categories) }
      return upload(updateItem, { params: { id: item.id }, form: multipart(fields) })
    },
    onSent: ({ message, portfolio }) => {
      showChanged([item.id], portfolio)
      void refresh('items')
      onSaved(message, initial.status !== 'published' && portfolio.status === 'published')
    },
    failed: (error) => `Failed to save portfolio: ${messageOf(error)}`,
    alertWithFields: true,
  })

  const clientLinks = useClientLinks(item)

  return (
    <>
      {clientLinks.dialogs}
      <EditDialog
        title="Edit Portfolio"
        form={form}
        initial={initial}
        page={{
          aside: <OpenPreview item={item} />,
          progress: progress !== undefined && <UploadProgress share={progress} />,
        }}
        submit={{ label: 'Update Portfolio', busyLabel: 'Updating...' }}
        onClose={onClose}
      >
        <PageAlert alert={form.alert} />
        <div className={sections.columns}>
          <div className={`${layout.stack} ${sections.column}`}>
            <ProjectSection title="Project">
              <PortfolioFields
                form={form}
                labels={{ name: 'Portfolio Name', url: 'Portfolio URL' }}
                categories={
                  <TextField
                    {...form.field('categories')}
                    label="Categories"
                    hint="Comma-separated"
                    autoComplete="off"
                    readOnly={form.busy}
                  />
                }
              />
            </ProjectSection>
            <ProjectSection title="Preview">
              <RadioCards
                label="Preview"
                name="preview"
                value={form.values.preview}
                disabled={form.busy}
                options={previews}
                onChange={(preview) => form.set({ preview })}
              />
              {check && <CheckedPreview item={item} check={check} />}
            </ProjectSection>
            <AboutFields form={form} />
            <ClientLinksPart list={clientLinks.list} />
          </div>
          <div className={`${layout.stack} ${sections.column}`}>
            <ProjectCover form={form} item={item} />
            <ProjectImages id={item.id} />
          </div>
        </div>
      </EditDialog>
    </>
  )
}

const previews = [
  { value: 'live', label: 'Live site', hint: 'The image steps in when the site cannot be shown.' },
  { value: 'image', label: 'Image', hint: 'Always the full page image, never the site.' },
]

/** In a tab of its own: what was typed here stays. */
function OpenPreview({ item }: { item: PortfolioItem }) {
  return (
    <ButtonLink variant="secondary" size="sm" to={previewPath(item)} target="_blank" rel="noreferrer">
      <ShowIcon size="s" />
      Open preview
    </ButtonLink>
  )
}

function valuesOf(item: PortfolioItem): PortfolioValues & AboutValues & { categories: string } {
  const { pname, purl, status, preview, focalX, focalY } = item
  const categories = item.categories.join(', ')
  const project = { pname, purl, categories, status, preview, focalX, focalY, ...aboutValuesOf(item) }
  return { ...project, pimage: null, hasImage: false }
}

export type AboutValues = Record<AboutPart, string>

interface AboutForm {
  values: AboutValues
  busy: boolean
  field: (name: AboutPart) => { name: string; defaultValue: string | undefined; error: string | undefined }
}

/** What the fields start with. */
function aboutValuesOf({ about }: PortfolioItem): AboutValues {
  return Object.fromEntries(aboutParts.map((part) => [part, about?.[part] ?? ''])) as AboutValues
}

/** Of all values of a form, those of these fields. */
function aboutInputOf(values: AboutValues): AboutValues {
  return Object.fromEntries(aboutParts.map((part) => [part, values[part]])) as AboutValues
}

function AboutFields({ form }: { form: AboutForm }) {
  const of = (part: AboutPart) => ({
    ...form.field(part),
    label: aboutLabels[part],
    aside: <Count part={part} text={form.values[part]} />,
    autoComplete: 'off',
    readOnly: form.busy,
  })
  return (
    <ProjectSection title="About this project" aside="Optional">
      <TextArea {...of('summary')} rows={3} />
      <div className={layout.columns}>
        <TextField {...of('role')} />
        <TextField {...of('year')} />
      </div>
      <TextField {...of('client')} />
      <TextField {...of('tools')} hint="Comma-separated" />
      <TextArea {...of('outcome')} rows={4} />
    </ProjectSection>
  )
}

function Count({ part, text }: { part: AboutPart; text: string }) {
  const { length } = cleanPart(part, text)
  const max = aboutLengths[part]
  return (
    <span className={classes(field.count, length >= max && field.countFull)}>
      {length.toLocaleString('en')} of {max.toLocaleString('en')}
    </span>
  )
}
