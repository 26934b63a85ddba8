// Choosing images, and other files: pressed or dropped, in a frame, in a row next to the current one, or by a button.

import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { imageAccept, imageTypes } from '../../contract/images.ts'
import { coverBytes, videoBytes } from '../../contract/limits.ts'
import { buttonClass } from './button.tsx'
import * as field from './field.module.css'
import { Field } from './field.tsx'
import * as ui from './primitives.module.css'
import { classes } from './styles.ts'
import { UploadIcon } from './tool-icons.tsx'

/** What is wrong with a file, before a byte of it is sent. */
export function imageProblem({ type, size }: File, maxBytes = coverBytes): string | undefined {
  if (!imageTypes.includes(type)) return 'Choose a PNG, JPEG or WebP image.'
  if (size > maxBytes) return `The image may have at most ${maxBytes / 1024 / 1024} MB.`
}

/** As `imageProblem`, of an MP4. */
export function videoProblem({ type, size }: File): string | undefined {
  if (type !== 'video/mp4') return 'Choose an MP4 video.'
  if (size > videoBytes) return `The video may have at most ${videoBytes / 1024 / 1024} MB.`
}

/** A URL under which the browser shows a chosen file; revoked when the file changes. */
export function useObjectUrl(file: File | null | undefined) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  // When the file is taken away, its URL has been revoked by the time it is used.
  return file ? url : undefined
}

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'disabled' | 'onChange'> & {
  /** Nothing can be chosen for now; the focus stays. */
  disabled?: boolean | undefined
  onFiles: (files: File[]) => void
}

/** The input itself, which is not drawn, and lies over what is pressed or dropped on for it. */
export function ImageInput({ disabled, onFiles, ...rest }: InputProps) {
  return (
    <input
      className={field.files}
      accept={imageAccept}
      {...rest}
      type="file"
      aria-disabled={disabled || undefined}
      onClick={(event) => disabled && event.preventDefault()}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        // Emptied so that choosing the same file again is noticed.
        target.value = ''
        if (files.length > 0 && !disabled) onFiles(files)
      }}
    />
  )
}

type FrameProps = Omit<InputProps, 'className' | 'src'> & {
  className?: string | undefined
  /** What another image takes the place of; `children` where there is none. */
  src?: string | null
}

/** A frame that is pressed or dropped on, around what it shows. */
export function ImageFrame({ className, src, children, ...input }: FrameProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the input
    <label className={classes(field.frame, className)}>
      {src ? (
        <>
          <img className={ui.filling} src={src} alt="" />
          <span className={`${ui.center} ${ui.outlined} ${field.replace}`}>
            <UploadIcon size="s" />
          </span>
        </>
      ) : (
        children
      )}
      <ImageInput {...input} />
    </label>
  )
}

interface RowProps {
  label: string
  onFiles: (files: File[]) => void
  hint?: string | undefined
  error: string | undefined
  disabled?: boolean
  accept?: string
  /** What is there now, or will be. */
  current: ReactNode
  /** At the end of the row: what else can be done. */
  action?: ReactNode
}

/** One row: what is there, a button to choose another one, and what else can be done. */
export function ImageRow({ current, action, disabled, accept = imageAccept, onFiles, ...around }: RowProps) {
  return (
    <Field {...around}>
      {(wiring) => (
        <div className={`${ui.row} ${ui.outlined} ${field.file}`}>
          {current}
          <ImageInput {...wiring} accept={accept} disabled={disabled} onFiles={onFiles} />
          <label className={buttonClass({ variant: 'secondary', size: 'sm' })} htmlFor={wiring.id}>
            Choose file
          </label>
          {action}
        </div>
      )}
    </Field>
  )
}
