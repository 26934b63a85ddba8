// Where images are dropped, pasted or chosen, and what is wrong with one before it is sent.
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { imageAccept, imageTypes } from '../../contract/images.ts'
import { coverBytes } from '../../contract/limits.ts'
import { useDropTarget } from '../ui/drop-target.ts'
import { wrongType } from '../ui/file-input.tsx'
import * as visually from '../ui/visually-hidden.module.css'
import * as styles from './drop-zone.module.css'
import { tooLarge } from './portfolio-fields.tsx'

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

const pasted = 'data-pasted-images'

/**
 * Images of the clipboard, where the focus is within the element.
 * @param isDefault also where it is in no other such element; text in a field stays text.
 * @returns the attributes of the element
 */
export function usePastedImages<Of extends HTMLElement>(onFiles: (files: File[]) => void, isDefault = false) {
  const ref = useRef<Of>(null)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      const files = [...(clipboardData?.files ?? [])]
      if (files.length === 0 || !(target instanceof Element)) return
      const within = target.closest(`[${pasted}]`)
      if (within ? within !== ref.current : !isDefault) return
      // Programs copy a table as text and as an image.
      if (target.matches('input:not([type=file]), textarea') && clipboardData?.getData('text')) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [isDefault])
  return { ref, [pasted]: '' }
}
