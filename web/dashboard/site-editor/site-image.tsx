// An image of the site in the editor: what it is now, and another one by file, drop or paste.

import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { defaultFocalPoint } from '../../../contract/portfolio.ts'
import type { SiteImageKind } from '../../../contract/site.ts'
import { IconButton } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { CloseIcon } from '../../ui/icons.tsx'
import { ImageRow } from '../../ui/image-input.tsx'
import * as layout from '../../ui/layout.module.css'
import { UploadProgress } from '../project-images/upload-progress.tsx'
import * as styles from './site-image.module.css'
import { useSiteUpload } from './site-upload.ts'

interface Props {
  label: string
  hint: string
  kind?: SiteImageKind
  /** URL of the image, or a drawing. */
  shown: string | ReactNode
  /** What it is: "Drawn from your initials". */
  state: string
  error: string | undefined
  /** Warnings about the image that is shown. */
  notes?: ReactNode
  /** Undefined while there is nothing to remove. */
  onRemove: (() => void) | undefined
  onStored: (name: string) => void
}

export function SiteImageField({
  label,
  hint,
  kind = 'image',
  shown,
  state,
  error,
  notes,
  onRemove,
  onStored,
}: Props) {
  const upload = useSiteUpload(kind, onStored)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} className={`${layout.stack} ${styles.image}`}>
      <ImageRow
        label={label}
        hint={hint}
        file={null}
        focal={defaultFocalPoint}
        error={upload.error ?? error}
        onFiles={upload.choose}
        current={
          <>
            {typeof shown === 'string' ? <img className={field.preview} src={shown} alt="" /> : shown}
            <span className={field.hint} role="status">
              {state}
            </span>
          </>
        }
        action={
          onRemove && (
            <IconButton
              size="sm"
              label={`Remove: ${label}`}
              icon={<CloseIcon />}
              disabled={upload.busy}
              onClick={() => {
                upload.clearError()
                flushSync(onRemove)
                // This button goes with the image.
                place.current?.querySelector('input')?.focus()
              }}
            />
          )
        }
      />
      {notes}
      {upload.progress !== undefined && <UploadProgress share={upload.progress} />}
    </div>
  )
}
