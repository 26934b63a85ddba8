// The screenshots of a project's page, in its form: chosen and removed there, and stored after the project is saved.
import { useId, useRef, useState } from 'react'
import { imageSources } from '../../../contract/images.ts'
import { maxPageHeight } from '../../../contract/limits.ts'
import { type PageDevice, pageDevices, removePage, storePage } from '../../../contract/portfolio.ts'
import { Problem } from '../../../contract/problem.ts'
import type { PageParts } from '../../../contract/responses/projects.ts'
import { call, messageOf } from '../../call.ts'
import { Cancelled } from '../../forms/use-form.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import { ImageFrame, imageProblem } from '../../ui/image-input.tsx'
import { Picture } from '../../ui/picture.tsx'
import * as ui from '../../ui/primitives.module.css'
import type { ProjectForm } from '../projects/project-form.tsx'
import * as styles from './project-images.module.css'
import type { Uploading } from './uploads.tsx'

/**
 * @param id of the project
 * @throws Problem with the device as its field
 */
export async function saveScreenshots(
  id: string,
  chosen: Partial<Record<PageDevice, File | 'removed' | undefined>>,
  upload: Uploading,
): Promise<void> {
  for (const device of pageDevices) {
    const image = chosen[device]
    const params = { id, device }
    try {
      if (image === 'removed') await call(removePage, { params })
      else if (image) await upload(storePage, { params, form: { image } })
    } catch (failure) {
      // The project itself is saved: what was cancelled stays as it is stored.
      if (failure instanceof Cancelled) return
      const message = messageOf(failure)
      const code = failure instanceof Problem ? failure.code : 'unreachable'
      throw new Problem(code, message, { fields: { [device]: message }, cause: failure })
    }
  }
}

interface Props {
  form: ProjectForm
  /** Those that are stored. */
  pages: PageParts
}

export function Screenshots({ form, pages }: Props) {
  const others = ['tablet', 'mobile'] as const
  const [isToggled, setOpen] = useState(others.some((device) => pages[device]))
  const isOpen = isToggled || others.some((device) => form.errors[device])
  return (
    <>
      <p className={ui.hint}>Shown where the live site cannot be: a screenshot of the full page.</p>
      <Screenshot form={form} device="desktop" pages={pages} />
      <div className={ui.stack}>
        <button
          type="button"
          className={`${ui.link} ${styles.disclose}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Tablet and phone screenshots
        </button>
        {isOpen && (
          <div className={ui.columns}>
            {others.map((device) => (
              <Screenshot key={device} form={form} device={device} pages={pages} />
            ))}
          </div>
        )}
      </div>
    </>
  )
}

const labels: Record<PageDevice, string> = { desktop: 'Full page', tablet: 'Tablet', mobile: 'Phone' }

function Screenshot({ form, device, pages }: Props & { device: PageDevice }) {
  const { values, errors, busy } = form
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const label = `${labels[device]} screenshot`
  const error = errors[device]
  const chosen = values[device]
  const stored = chosen === null ? pages[device] : undefined
  const isThere = chosen instanceof File || stored !== undefined
  const choose = ([file]: File[]) => {
    const problem = file && imageProblem(file)
    if (problem) form.setError(device, problem)
    else if (file) form.set({ [device]: file })
  }
  const remove = () => {
    form.set({ [device]: pages[device] ? 'removed' : null })
    // The button goes with the image.
    input.current?.focus({ preventScroll: true })
  }
  return (
    <div className={`${ui.stack} ${styles.screenshot}`}>
      <ImageFrame
        ref={input}
        aria-label={label}
        aria-describedby={error && errorId}
        aria-invalid={error !== undefined}
        disabled={busy}
        onFiles={choose}
      >
        {device !== 'desktop' && <b>{labels[device]}</b>}
        {chosen instanceof File && <b className={field.name}>{chosen.name}</b>}
        {stored && <Stored parts={stored} alt={label} />}
        {device === 'desktop' && !isThere && (
          <span>
            <b>Drop a long screenshot here</b>
            <small className={ui.hint}>
              Or choose a file. Up to {maxPageHeight.toLocaleString('en')} px high.
            </small>
          </span>
        )}
        <span className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          {isThere ? 'Replace' : 'Choose file'}
        </span>
      </ImageFrame>
      {isThere && (
        <Button variant="quiet" size="sm" disabled={busy} aria-label={`Remove ${label}`} onClick={remove}>
          Remove
        </Button>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

/** Its top, and how large it is stored. */
function Stored({ parts, alt }: { parts: readonly string[]; alt: string }) {
  const sizes = parts.map((src) => imageSources(src))
  const { webp, width = 0 } = sizes[0] ?? {}
  const height = sizes.reduce((sum, size) => sum + (size?.height ?? 0), 0)
  return (
    <>
      <Picture src={parts[0]} sources={{ webp }} sizes="240px" alt={alt} className={styles.top} />
      <span className={ui.meta}>
        {width.toLocaleString('en')} x {height.toLocaleString('en')} px
      </span>
    </>
  )
}
