// The screenshots of a project's page, in its edit dialog: each is saved at once, whatever becomes of the form.
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { imageSources } from '../../../contract/images.ts'
import { maxPageHeight } from '../../../contract/limits.ts'
import { type PageDevice, removePage, storePage } from '../../../contract/portfolio.ts'
import type { PageParts } from '../../../contract/responses/projects.ts'
import { call, messageOf } from '../../call.ts'
import { multipart } from '../../call-files.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import { ImageFrame } from '../../ui/image-input.tsx'
import * as layout from '../../ui/layout.module.css'
import { Picture } from '../../ui/picture.tsx'
import * as typography from '../../ui/typography.module.css'
import { projectImagesQuery } from '../lists/admin-queries.ts'
import { ProjectSection } from '../projects/project-form.tsx'
import * as styles from './project-images.module.css'
import { useImageSaving } from './uploads.tsx'

/** @param id of the project */
export function ProjectImages({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(projectImagesQuery(id))
  if (data) return <FullPage id={id} pages={data.pages} />
  if (!error)
    return (
      <p className={typography.meta} role="status">
        Loading images...
      </p>
    )
  return (
    <div role="alert">
      <FieldError>The images could not be loaded: {messageOf(error)}</FieldError>
      <Button variant="secondary" size="sm" onClick={() => void refetch()}>
        Retry
      </Button>
    </div>
  )
}

/** Long screenshots of a project's page, dropped, pasted or chosen. */
function FullPage({ id, pages }: { id: string; pages: PageParts }) {
  const [isOpen, setOpen] = useState(Boolean(pages.tablet ?? pages.mobile))
  const variants = useId()
  return (
    <ProjectSection title="Full page" aside="Optional">
      <p className={field.hint}>Shown where the live site cannot be. Images are saved at once.</p>
      <Screenshot id={id} device="desktop" parts={pages.desktop} />
      <div className={styles.variants}>
        <button
          type="button"
          className={`${typography.link} ${styles.disclose}`}
          aria-expanded={isOpen}
          aria-controls={variants}
          onClick={() => setOpen(!isOpen)}
        >
          Tablet and phone screenshots
        </button>
        <div id={variants} className={styles.pair} hidden={!isOpen}>
          <Screenshot id={id} device="tablet" parts={pages.tablet} />
          <Screenshot id={id} device="mobile" parts={pages.mobile} />
        </div>
      </div>
    </ProjectSection>
  )
}

const labels: Record<PageDevice, string> = { desktop: 'Full page', tablet: 'Tablet', mobile: 'Phone' }

type Props = { id: string; device: PageDevice; parts: readonly string[] | undefined }

function Screenshot({ id, device, parts }: Props) {
  const { save, saveFile, upload, error, outcome, busy } = useImageSaving(id)
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const label = `${labels[device]} screenshot`
  const params = { id, device }
  const remove = async () => {
    // The button goes with the image.
    if (await save(() => call(removePage, { params }))) input.current?.focus({ preventScroll: true })
  }
  return (
    <div className={`${layout.stack} ${styles.screenshot}`}>
      <ImageFrame
        inputRef={input}
        aria-label={label}
        aria-describedby={error && errorId}
        isInvalid={error !== undefined}
        disabled={busy}
        onFiles={([image]) =>
          image && saveFile(image, () => upload(storePage, { params, form: multipart({ image }) }))
        }
      >
        {parts ? (
          <Stored parts={parts} alt={label} />
        ) : device === 'desktop' ? (
          <span>
            <b>Drop a long screenshot here</b>
            <small>Or choose a file. Up to {maxPageHeight.toLocaleString('en')} px high.</small>
          </span>
        ) : (
          <b>{labels[device]}</b>
        )}
        <span className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          {parts ? 'Replace' : 'Choose file'}
        </span>
      </ImageFrame>
      {parts && (
        <Button variant="quiet" size="sm" disabled={busy} aria-label={`Remove ${label}`} onClick={remove}>
          Remove
        </Button>
      )}
      {outcome(errorId)}
    </div>
  )
}

/** Its top, and how large it is stored. */
function Stored({ parts, alt }: { parts: readonly string[]; alt: string }) {
  const sizes = parts.map((src) => imageSources(src))
  const height = sizes.reduce((sum, size) => sum + (size?.height ?? 0), 0)
  return (
    <>
      <Picture src={parts[0]} srcSet={sizes[0]?.webp} sizes="240px" alt={alt} className={styles.top} />
      <span className={typography.meta}>
        {(sizes[0]?.width ?? 0).toLocaleString('en')} x {height.toLocaleString('en')} px
      </span>
    </>
  )
}
