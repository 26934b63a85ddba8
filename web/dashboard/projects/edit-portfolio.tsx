// The edit dialog of one project, laid out as a page; confirms before it discards edits.

import { useState } from 'react'
import * as z from 'zod/mini'
import { type Fact, factLabels, factLengths, facts } from '../../../contract/case-study.ts'
import { changedItem, updateItem } from '../../../contract/portfolio.ts'
import type { PortfolioItem, PreviewCheck } from '../../../contract/responses/projects.ts'
import { cleanLine } from '../../../contract/text.ts'
import { PageAlert } from '../../alerts.tsx'
import { messageOf } from '../../call.ts'
import { multipart } from '../../call-files.ts'
import { type FormOf, useForm } from '../../forms/use-form.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Count, RadioCards, TextArea, TextField } from '../../ui/field.tsx'
import { ImageRow, useObjectUrl } from '../../ui/image-input.tsx'
import * as layout from '../../ui/layout.module.css'
import { focalStyle } from '../../ui/styles.ts'
import { ShowIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import { useRefresh } from '../lists/admin-queries.ts'
import { EditDialog } from '../lists/dialogs.tsx'
import { FocalFrame, sharpCover, Thumbnail, useImageSize } from '../project-images/cover.tsx'
import { SmallImageNote } from '../project-images/image-size.tsx'
import * as images from '../project-images/project-images.module.css'
import { ProjectImages } from '../project-images/project-images.tsx'
import { useUpload } from '../project-images/uploads.tsx'
import { useClientLinks } from './client-links.tsx'
import { CheckedPreview } from './preview-check.tsx'
import {
  imageInput,
  inputOf,
  ProjectFields,
  type ProjectForm,
  ProjectSection,
  type ProjectValues,
  previewPath,
  withoutLostImage,
} from './project-form.tsx'
import * as sections from './project-section.module.css'

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
  const refresh = useRefresh()

  const form = useForm(schema, {
    initial,
    draft: `edit ${item.id}`,
    restore: (draft) => withoutLostImage(draft, initial, 'Choose the image again, or keep the current one.'),
    input: (values) => ({ ...inputOf(values), ...pickFacts(values), categories: values.categories }),
    send: (body) => {
      // A JSON-encoded list on update.
      const { blocks: _, ...rest } = body
      const fields = { ...rest, categories: JSON.stringify(body.categories) }
      return upload(updateItem, { params: { id: item.id }, form: multipart(fields) })
    },
    onSent: async ({ message, portfolio }) => {
      // Opened before that, the form would start from the values of before, and send them.
      await refresh('items')
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
          progress,
        }}
        submit={{ label: 'Update Portfolio', busyLabel: 'Updating...' }}
        onClose={onClose}
      >
        <PageAlert alert={form.alert} />
        <div className={layout.split}>
          <div className={`${layout.stack} ${sections.column}`}>
            <ProjectSection title="Project">
              <ProjectFields
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
            <FactFields form={form} />
            <ProjectSection title="Client links">
              <div className={sections.below}>{clientLinks.list}</div>
            </ProjectSection>
          </div>
          <div className={`${layout.stack} ${sections.column}`}>
            <Cover form={form} item={item} />
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

function valuesOf(item: PortfolioItem): ProjectValues & FactValues & { categories: string } {
  const { pname, purl, status, preview, focalX, focalY } = item
  const categories = item.categories.join(', ')
  const project = { pname, purl, categories, status, preview, focalX, focalY, ...pickFacts(item.facts ?? {}) }
  return { ...project, pimage: null, hasImage: false }
}

type FactValues = Record<Fact, string>

const pickFacts = (from: Partial<Record<Fact, string | null>>) =>
  Object.fromEntries(facts.map((fact) => [fact, from[fact] ?? ''])) as FactValues

function FactFields({ form }: { form: FormOf<FactValues> }) {
  const of = (fact: Fact) => ({
    ...form.field(fact),
    label: factLabels[fact],
    aside: <Count length={cleanLine(form.values[fact]).length} max={factLengths[fact]} />,
    autoComplete: 'off',
    readOnly: form.busy,
  })
  return (
    <ProjectSection title="Case study" aside="Optional">
      <TextArea {...of('summary')} rows={3} />
      <div className={layout.columns}>
        <TextField {...of('role')} />
        <TextField {...of('year')} />
      </div>
      <TextField {...of('client')} />
      <TextField {...of('tools')} hint="Comma-separated" />
    </ProjectSection>
  )
}

/** Its focal point, another image, and what its crops show. The image of the project stays until another one is chosen. */
function Cover({ form, item }: { form: ProjectForm; item: PortfolioItem }) {
  const { values, busy } = form
  const { pimage } = values
  const chosen = useObjectUrl(pimage)
  const src = pimage ? chosen : (item.pimage ?? undefined)
  const size = useImageSize(src)
  const current = (
    <>
      <Thumbnail src={item.pimage} focal={values} />
      {item.pimage && (
        <a className={typography.link} href={item.pimage} target="_blank" rel="noreferrer">
          Current image
        </a>
      )}
    </>
  )
  const input = (
    <>
      <ImageRow {...imageInput(form)} hideLabel current={current} />
      <SmallImageNote image={pimage ? size : undefined} sharp={sharpCover} />
    </>
  )
  return (
    <ProjectSection title="Cover">
      {size && src ? (
        <>
          <FocalFrame large src={src} point={values} disabled={busy} onChange={form.set}>
            {input}
          </FocalFrame>
          <div className={images.crops}>
            {['Gallery and share image', 'Featured tile'].map((crop) => (
              <figure key={crop}>
                <img src={src} alt="" style={focalStyle(values)} />
                <figcaption className={typography.meta}>{crop}</figcaption>
              </figure>
            ))}
          </div>
        </>
      ) : (
        input
      )}
    </ProjectSection>
  )
}
