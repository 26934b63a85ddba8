// The fields of a project, as the forms that add and edit one have them.
import type { ReactNode } from 'react'
import { nameLength, urlLength } from '../../../contract/limits.ts'
import { defaultFocalPoint } from '../../../contract/portfolio.ts'
import type { FieldErrors } from '../../forms/use-form.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { imageProblem } from '../../ui/image-input.tsx'
import type { FocalPoint } from '../../ui/styles.ts'

/** What both forms hold; each has categories in its own form. */
export interface PortfolioValues extends FocalPoint {
  pname: string
  purl: string
  status: string
  preview: string
  /** The image that was chosen. */
  pimage: File | null
  /** A stored draft is without its file (drafts.ts). */
  hasImage: boolean
}

/** What `useForm` returns for one of them. */
export interface PortfolioForm {
  values: PortfolioValues
  errors: FieldErrors
  busy: boolean
  field: (name: 'pname' | 'purl' | 'status' | 'preview') => {
    name: string
    defaultValue: string | undefined
    error: string | undefined
  }
  set: (changed: Partial<PortfolioValues>) => void
  setError: (name: string, text: string) => void
}

/** What the schemas of both check apart from the categories: text and a file, as they are sent. */
export function inputOf({ pname, purl, status, preview, focalX, focalY, pimage }: PortfolioValues) {
  return {
    pname,
    purl,
    status,
    preview,
    focalX: String(focalX),
    focalY: String(focalY),
    pimage: pimage ?? undefined,
  }
}

/**
 * A draft that lost its image in a reload needs it chosen again. The focal point set for that image is of no use for the
 * one that is shown now, which keeps its own.
 */
export function withoutLostImage<Values extends PortfolioValues>(
  draft: Values,
  { focalX, focalY }: FocalPoint,
  text: string,
): { values: Values; errors?: FieldErrors } {
  if (!draft.hasImage || draft.pimage) return { values: draft }
  return { values: { ...draft, focalX, focalY }, errors: { pimage: text } }
}

type Props = {
  form: PortfolioForm
  labels: { name: string; url: string }
  urlPlaceholder?: string
  categories: ReactNode
}

/** Name, URL, categories and status. */
export function PortfolioFields({ form, labels, urlPlaceholder, categories }: Props) {
  const { busy } = form
  return (
    <>
      <TextField
        {...form.field('pname')}
        label={labels.name}
        maxLength={nameLength}
        autoComplete="off"
        readOnly={busy}
      />
      <TextField
        {...form.field('purl')}
        label={labels.url}
        type="url"
        placeholder={urlPlaceholder}
        maxLength={urlLength}
        autoComplete="off"
        readOnly={busy}
      />
      {categories}
      <Select
        {...form.field('status')}
        label="Status"
        disabled={busy}
        options={[
          { value: 'draft', label: 'Draft' },
          { value: 'published', label: 'Published' },
        ]}
      />
    </>
  )
}

/** What a file input for its image takes. */
export function imageInput(form: PortfolioForm) {
  const { values, busy, errors } = form
  return {
    label: 'Image',
    file: values.pimage,
    disabled: busy,
    error: errors.pimage,
    focal: values,
    onFiles: ([file]: File[]) => {
      const problem = file && imageProblem(file)
      if (problem) form.setError('pimage', problem)
      else if (file) form.set({ pimage: file, hasImage: true, ...defaultFocalPoint })
    },
  }
}
