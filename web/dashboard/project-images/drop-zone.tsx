// Where images are dropped or chosen, and what is wrong with one before it is sent.
import type { ReactNode, RefObject } from 'react'
import { imageAccept, imageTypes } from '../../../contract/images.ts'
import { coverBytes } from '../../../contract/limits.ts'
import { useDropTarget } from '../../ui/drop-target.ts'
import { wrongType } from '../../ui/file-input.tsx'
import * as visually from '../../ui/visually-hidden.module.css'
import { tooLarge } from '../projects/portfolio-fields.tsx'
import * as styles from './drop-zone.module.css'

/** @throws Error with a sentence for the user, before a byte is sent. */
export function checkImage({ type, size }: File) {
  if (!imageTypes.includes(type)) throw new Error(wrongType)
  if (size > coverBytes) throw new Error(tooLarge)
}

type Props = {
  /** Of the file input. */
  label: string
  describedBy?: string | undefined
  isInvalid?: boolean
  disabled: boolean
  multiple?: boolean
  ref?: RefObject<HTMLInputElement | null>
  onFiles: (files: File[]) => void
  children: ReactNode
}

export function DropZone({
  label,
  describedBy,
  isInvalid,
  disabled,
  multiple,
  ref,
  onFiles,
  children,
}: Props) {
  const target = useDropTarget((files) => {
    if (!disabled) onFiles(files)
  })
  return (
    <label className={styles.zone} data-invalid={isInvalid || undefined} {...target}>
      {children}
      <input
        ref={ref}
        type="file"
        className={visually.hidden}
        accept={imageAccept}
        multiple={multiple}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        aria-disabled={disabled || undefined}
        onClick={(event) => disabled && event.preventDefault()}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Emptied so that choosing the same file again is noticed.
          event.target.value = ''
        }}
      />
    </label>
  )
}
