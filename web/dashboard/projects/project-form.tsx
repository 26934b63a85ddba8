// The form of a project, a new one or a stored one: the fields of the specification, then folds with what is optional, such as the
// case study: what visitors see first, facts, and blocks.
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import type { ResponseOf } from '../../../contract/call.ts'
import {
  type Block,
  type Fact,
  factLabels,
  factLengths,
  facts,
  maxBlocks,
} from '../../../contract/case-study.ts'
import { privatePages, projectPages, projectPath } from '../../../contract/pages.ts'
import {
  defaultFocalPoint,
  type PageDevice,
  pageDevices,
  type readProject,
} from '../../../contract/portfolio.ts'
import type { PreviewCheck, Project } from '../../../contract/responses/projects.ts'
import { cleanLine } from '../../../contract/text.ts'
import type { FormOf } from '../../forms/use-form.ts'
import * as field from '../../ui/field.module.css'
import { Checkbox, Count, optionsOf, RadioCards, Select, TextArea, TextField } from '../../ui/field.tsx'
import type { FocalPoint } from '../../ui/picture.tsx'
import * as ui from '../../ui/primitives.module.css'
import { Fold } from '../lists/parts.tsx'
import { counted } from '../lists/times.tsx'
import { Cover } from '../project-images/cover.tsx'
import { Screenshots } from '../project-images/screenshots.tsx'
import type { Uploads } from '../project-images/uploads.tsx'
import { Blocks } from './blocks.tsx'
import { CheckBadge, CheckedPreview } from './preview-check.tsx'
import * as styles from './project-section.module.css'
import { allTags, type Tags, TagsInput } from './tags-input.tsx'

export type Stored = ResponseOf<typeof readProject>

/** Another screenshot, or none any more; null leaves what is stored. */
type Screenshot = File | 'removed' | null

export interface ProjectValues extends FocalPoint, Record<Fact, string>, Record<PageDevice, Screenshot> {
  pname: string
  purl: string
  categories: Tags
  status: string
  featured: boolean
  preview: string
  opens: string
  blocks: readonly Block[]
  /** The image that was chosen. */
  pimage: File | null
}

export type ProjectForm = FormOf<ProjectValues>

/** What the form starts with. */
export function valuesOf(stored?: Stored): ProjectValues {
  const project: Partial<Project> & FocalPoint = stored?.portfolio ?? defaultFocalPoint
  const { pname = '', purl = '', status = 'draft', preview = 'live', opens = 'preview' } = project
  const { categories = [], featured = false, focalX, focalY } = project
  const none = { pimage: null, desktop: null, tablet: null, mobile: null }
  const texts = facts.map((fact) => [fact, project.facts?.[fact] ?? ''])
  return {
    ...(Object.fromEntries(texts) as Record<Fact, string>),
    ...{ pname, purl, status, featured, preview, opens, focalX, focalY, ...none },
    // Of a stored project they are edited as text.
    categories: { list: [], pending: categories.join(', ') },
    blocks: stored?.blocks ?? [],
  }
}

const fileNames = ['pimage', ...pageDevices] as const

const screenshot = z.optional(z.union([z.instanceof(File), z.literal('removed')]))

/** What the form sends beyond the fields of a call. */
export const fileFields = {
  pimage: z.optional(z.instanceof(File)),
  desktop: screenshot,
  tablet: screenshot,
  mobile: screenshot,
}

/** What the schemas check: texts and files, as they are sent. */
function inputOf({ categories, blocks, ...values }: ProjectValues) {
  const files = fileNames.map((name) => [name, values[name] ?? undefined])
  return {
    ...values,
    ...Object.fromEntries(files),
    ...{ focalX: String(values.focalX), focalY: String(values.focalY), featured: String(values.featured) },
    categories: allTags(categories),
    blocks: sentBlocks(blocks),
  }
}

/**
 * What both forms give to `useForm`. A draft that lost its files in a reload is stored without them, and needs them chosen again. The
 * focal point set for an image that is gone is of no use for the one that is shown now, which keeps its own.
 * @param lost says at the field of such a file what to do
 */
export const projectOptions = (draft: string, initial: ProjectValues, lost: string) => ({
  ...{ draft, initial, input: inputOf },
  restore: (values: ProjectValues, stored: Partial<ProjectValues>) => {
    const { focalX, focalY } = initial
    const names = fileNames.filter((name) => !(name in stored))
    return {
      values: names.includes('pimage') ? { ...values, focalX, focalY } : values,
      errors: Object.fromEntries(names.map((name) => [name, lost])),
    }
  },
})

type FieldsProps = {
  form: ProjectForm
  /** Of its blocks. */
  uploads: Uploads
  /** The stored project. */
  project?: Project
  check?: PreviewCheck | undefined
  /** The button that sends the form, where no bar has it. */
  submit?: ReactNode
  aside: ReactNode
  /** Folds of a stored project. */
  children?: ReactNode
}

/** All fields of a project, and next to them how it looks. */
export function ProjectFields(props: FieldsProps) {
  const { form, uploads, project, check, submit, aside, children } = props
  const { values, errors, busy } = form
  const id = useId()
  // The specification names the fields of a new project otherwise, and has its categories as tags.
  const [name, url] = project ? ['Portfolio Name', 'Portfolio URL'] : ['Project name', 'URL']
  const fields = (
    <div>
      <section className={`${ui.stack} ${styles.section}`} aria-labelledby={id}>
        <div className={ui.partTitle}>
          <h2 id={id}>Project</h2>
        </div>
        <TextField {...form.field('pname')} label={name} />
        <TextField {...form.field('purl')} label={url} type="url" placeholder="https://" />
        {project ? (
          <TextField
            label="Categories"
            hint="Comma-separated"
            readOnly={busy}
            value={values.categories.pending}
            error={errors.categories}
            onChange={({ target }) => form.set({ categories: { list: [], pending: target.value } })}
          />
        ) : (
          <TagsInput form={form} />
        )}
        <div className={ui.columns}>
          <Select
            {...form.field('status')}
            label="Status"
            disabled={busy}
            options={optionsOf({ draft: 'Draft', published: 'Published' })}
          />
          <div className={field.field}>
            <p className={field.label}>Gallery</p>
            <Checkbox
              label="Featured, large tile"
              checked={values.featured}
              disabled={busy}
              onChange={({ target }) => form.set({ featured: target.checked })}
            />
          </div>
        </div>
        <Cover form={form} src={project?.pimage ?? null} />
        {submit}
        {uploads.leaving}
      </section>
      <Optional
        title="Case study"
        state={caseStudyState(values)}
        isFilled={caseStudyState(values) !== caseStudyState()}
        isWrong={['blocks', ...facts].some((name) => errors[name])}
      >
        <CaseStudy form={form} uploads={uploads} />
      </Optional>
      <Optional
        title="Preview"
        state={project && check ? <CheckBadge project={project} check={check} /> : 'Checked when you save'}
        isFilled={values.preview === 'image' || Boolean(project?.pages)}
        isWrong={pageDevices.some((name) => errors[name])}
      >
        <RadioCards
          label="Preview"
          name="preview"
          value={values.preview}
          disabled={busy}
          options={previews}
          onChange={(preview) => form.set({ preview })}
        />
        {project && check && <CheckedPreview project={project} check={check} />}
        {project && <Screenshots form={form} pages={project.pages ?? {}} />}
      </Optional>
      {children}
    </div>
  )
  return (
    <div className={ui.split}>
      {fields}
      {aside}
    </div>
  )
}

const previews = [
  { value: 'live', label: 'Live site', hint: 'The image steps in when the site cannot be shown.' },
  { value: 'image', label: 'Image', hint: 'Always the full page image, never the site.' },
]

type FoldProps = Pick<ComponentProps<typeof Fold>, 'title' | 'state' | 'children'> & {
  /** It is open from the beginning. */
  isFilled: boolean
  /** It opens, because something in it is wrong. */
  isWrong?: boolean
}

/** A part of the form that is optional. */
export function Optional({ isFilled, isWrong = false, children, ...rest }: FoldProps) {
  const [isOpen, setOpen] = useState(isFilled || isWrong)
  return (
    <Fold {...rest} isOpen={isOpen || isWrong} onToggle={setOpen}>
      <div className={`${ui.stack} ${styles.section}`}>{children}</div>
    </Fold>
  )
}

type Linked = Pick<Project, 'id' | 'status'> & Partial<Pick<Project, 'opens' | 'hasCaseStudy'>>

/** A draft has a preview for admins alone. */
export function previewPath(project: Linked): string {
  if (project.status === 'published') return projectPath(project)
  return privatePages.previewPortfolio.replace(':id', project.id)
}

/** @param project without one, the gallery */
export function PreviewLink({ project }: { project?: Linked | undefined }) {
  return (
    <Link className={ui.link} to={project ? previewPath(project) : projectPages.gallery}>
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

/** As they are sent: of two pictures one is left where the block has become wide or half. */
export function sentBlocks(blocks: readonly Block[]): Block[] {
  return blocks.map((block) =>
    block.kind === 'picture' && block.size !== 'pair'
      ? { ...block, pictures: block.pictures.slice(0, 1) }
      : block,
  )
}

/** What is filled in, in words. @param values without them, that nothing is */
function caseStudyState(values?: ProjectValues): string {
  const hasFacts = values && facts.some((fact) => values[fact].trim())
  const blocks = values?.blocks.length ? counted(values.blocks.length, 'block') : ''
  if (hasFacts) return blocks ? `Facts and ${blocks}` : 'Facts'
  return blocks || 'Optional. Facts, text and pictures'
}

const first = [
  {
    value: 'preview',
    label: 'Live preview',
    hint: 'The site in its frame. The case study is a link beside it.',
  },
  { value: 'case-study', label: 'Case study', hint: 'Its page, with the button Live preview.' },
]

function CaseStudy({ form, uploads }: Pick<FieldsProps, 'form' | 'uploads'>) {
  const { values, busy } = form
  const of = (fact: Fact) => ({
    ...form.field(fact),
    label: factLabels[fact],
    aside: <Count length={cleanLine(values[fact]).length} max={factLengths[fact]} />,
  })
  return (
    <>
      <div className={field.field}>
        <p className={field.label} aria-hidden="true">
          Visitors see first
        </p>
        <RadioCards
          label="Visitors see first"
          name="opens"
          value={values.opens}
          disabled={busy}
          options={first}
          onChange={(opens) => form.set({ opens })}
        />
      </div>
      <TextArea {...of('summary')} rows={3} />
      <div className={ui.columns}>
        <TextField {...of('role')} />
        <TextField {...of('year')} />
      </div>
      <TextField {...of('client')} />
      <TextField {...of('tools')} hint="Comma-separated" />
      <div className={field.field}>
        <div className={`${ui.row} ${field.labelRow}`}>
          <p className={field.label}>Blocks</p>
          <Count length={values.blocks.length} max={maxBlocks} />
        </div>
        <Blocks form={form} uploads={uploads} />
      </div>
    </>
  )
}
