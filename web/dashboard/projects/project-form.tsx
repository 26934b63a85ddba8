// What the forms that add and edit a project have in common, and the way from a project to its preview.
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { nameLength, urlLength } from '../../../contract/limits.ts'
import { privatePages, projectPages, projectPath } from '../../../contract/pages.ts'
import { defaultFocalPoint } from '../../../contract/portfolio.ts'
import type { PortfolioItem } from '../../../contract/responses/projects.ts'
import type { FieldErrors, FormOf } from '../../forms/use-form.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { imageProblem } from '../../ui/image-input.tsx'
import * as layout from '../../ui/layout.module.css'
import type { FocalPoint } from '../../ui/styles.ts'
import * as typography from '../../ui/typography.module.css'
import * as styles from './project-section.module.css'

/** What both forms hold; each has categories in its own form. */
export interface ProjectValues extends FocalPoint {
  pname: string
  purl: string
  status: string
  preview: string
  /** The image that was chosen. */
  pimage: File | null
  /** A stored draft is without its file (drafts.ts). */
  hasImage: boolean
}

export type ProjectForm = FormOf<ProjectValues>

/** What the schemas of both check apart from the categories: text and a file, as they are sent. */
export function inputOf({ pname, purl, status, preview, focalX, focalY, pimage }: ProjectValues) {
  const point = { focalX: String(focalX), focalY: String(focalY) }
  return { pname, purl, status, preview, ...point, pimage: pimage ?? undefined }
}

/**
 * A draft that lost its image in a reload needs it chosen again. The focal point set for that image is of no use for the
 * one that is shown now, which keeps its own.
 */
export function withoutLostImage<Values extends ProjectValues>(
  draft: Values,
  { focalX, focalY }: FocalPoint,
  text: string,
): { values: Values; errors?: FieldErrors } {
  if (!draft.hasImage || draft.pimage) return { values: draft }
  return { values: { ...draft, focalX, focalY }, errors: { pimage: text } }
}

type FieldsProps = {
  form: ProjectForm
  labels: { name: string; url: string }
  categories: ReactNode
}

/** Name, URL, categories and status. */
export function ProjectFields({ form, labels, categories }: FieldsProps) {
  const text = { autoComplete: 'off', readOnly: form.busy }
  return (
    <>
      <TextField {...form.field('pname')} {...text} label={labels.name} maxLength={nameLength} />
      <TextField
        {...form.field('purl')}
        {...text}
        label={labels.url}
        type="url"
        placeholder="https://"
        maxLength={urlLength}
      />
      {categories}
      <Select
        {...form.field('status')}
        label="Status"
        disabled={form.busy}
        options={[
          { value: 'draft', label: 'Draft' },
          { value: 'published', label: 'Published' },
        ]}
      />
    </>
  )
}

/** What a file input for the cover takes. */
export function imageInput(form: ProjectForm) {
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

type SectionProps = ComponentProps<'section'> & {
  title: string
  /** At the right of the heading, such as how many of a limit there are. */
  aside?: ReactNode
}

/** A part of the edit dialog under its heading. */
export function ProjectSection({ title, aside, children, ...rest }: SectionProps) {
  const id = useId()
  return (
    <section {...rest} className={`${layout.stack} ${styles.section}`} aria-labelledby={id}>
      <div className={typography.partTitle}>
        <h3 id={id}>{title}</h3>
        {aside && <span className={typography.meta}>{aside}</span>}
      </div>
      {children}
    </section>
  )
}

type Project = Pick<PortfolioItem, 'id' | 'status'> & Partial<Pick<PortfolioItem, 'opens' | 'hasCaseStudy'>>

/** A draft has a preview for admins alone. */
export function previewPath(project: Project): string {
  if (project.status === 'published') return projectPath(project)
  return privatePages.previewPortfolio.replace(':id', project.id)
}

/** @param project without one, the gallery */
export function PreviewLink({ project }: { project?: Project | undefined }) {
  return (
    <Link className={typography.link} to={project ? previewPath(project) : projectPages.gallery}>
      {project?.status === 'draft' ? 'Preview' : 'View live'}
    </Link>
  )
}

/** The message, and where visitors see what has become public. */
export function withViewLive(message: string, isPublic: boolean, id?: string): ReactNode {
  if (!isPublic) return message
  return (
    <>
      {message} <PreviewLink project={id ? { id, status: 'published' } : undefined} />
    </>
  )
}
