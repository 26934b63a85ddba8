// Choosing one image: a drop frame with preview for new things, a single row for changing what is there.
import { type ReactNode, useEffect, useId, useState } from 'react'
import { imageAccept, imageTypes } from '../../contract/images.ts'
import { buttonClass } from './button.tsx'
import { useDropTarget } from './drop-target.ts'
import * as field from './field.module.css'
import { FieldError } from './field.tsx'
import * as styles from './file-input.module.css'
import { type FocalPoint, focalAttributes } from './focal-point.ts'
import { usePastedImages } from './pasted-images.ts'
import { UploadIcon } from './tool-icons.tsx'
import * as visually from './visually-hidden.module.css'

export const wrongType = 'Choose a PNG, JPEG or WebP image.'

/** A URL under which the browser shows a chosen file; revoked when the file changes. */
export function useObjectUrl(file: File | null | undefined) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

type Props = {
  label: string
  /** The label is read but not drawn: below a heading that says it. */
  hideLabel?: boolean
  file: File | null
  onChoose: (file: File) => void
  hint?: string
  error?: string | undefined
  disabled?: boolean
  /** An image that is pasted anywhere on the page, but in no other such field, is taken as well. */
  takesPastes?: boolean
  /** What of the preview stays in view. */
  focal: FocalPoint
}

function useChoice({ file, onChoose, error, disabled, takesPastes }: Props) {
  const [isWrongType, setWrongType] = useState(false)
  const id = useId()
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setWrongType(!imageTypes.includes(chosen.type))
    if (imageTypes.includes(chosen.type)) onChoose(chosen)
  }
  const take = ([first]: File[]) => {
    if (!disabled) choose(first)
  }
  return {
    id,
    choose,
    take,
    paste: usePastedImages<HTMLDivElement>(take, takesPastes),
    preview: useObjectUrl(file),
    problem: isWrongType ? wrongType : error,
  }
}

function Input({ props, choice }: { props: Props; choice: ReturnType<typeof useChoice> }) {
  const described = [choice.problem && `${choice.id}-error`, props.hint && `${choice.id}-hint`].filter(
    Boolean,
  )
  return (
    <input
      id={choice.id}
      type="file"
      className={visually.hidden}
      accept={imageAccept}
      disabled={props.disabled}
      aria-invalid={choice.problem ? true : undefined}
      aria-describedby={described.join(' ') || undefined}
      onChange={(event) => {
        choice.choose(event.target.files?.[0])
        // Emptied so that choosing the same file again is noticed.
        event.target.value = ''
      }}
    />
  )
}

function Around({
  props,
  choice,
  children,
}: {
  props: Props
  choice: ReturnType<typeof useChoice>
  children: ReactNode
}) {
  return (
    <div className={field.field} {...choice.paste}>
      <label className={props.hideLabel ? visually.hidden : field.label} htmlFor={choice.id}>
        {props.label}
      </label>
      {children}
      {props.hint && (
        <p className={field.hint} id={`${choice.id}-hint`}>
          {props.hint}
        </p>
      )}
      {choice.problem && <FieldError id={`${choice.id}-error`}>{choice.problem}</FieldError>}
    </div>
  )
}

/** The 4:3 frame: click, drop or Enter; then the preview, the file name and Replace below. */
export function ImageDrop(props: Props) {
  const choice = useChoice(props)
  const target = useDropTarget(choice.take)
  return (
    <Around props={props} choice={choice}>
      <label
        className={styles.drop}
        htmlFor={choice.id}
        data-full={choice.preview ? true : undefined}
        aria-invalid={choice.problem ? true : undefined}
        {...target}
      >
        <Input props={props} choice={choice} />
        {choice.preview ? (
          <img src={choice.preview} alt="Preview" {...focalAttributes(props.focal)} />
        ) : (
          <span className={styles.ask}>
            <UploadIcon size="l" />
            <b>Choose an image</b>
          </span>
        )}
      </label>
      {props.file && (
        <div className={styles.file}>
          <span className={styles.name}>{props.file.name}</span>
          <label className={buttonClass({ variant: 'secondary', size: 'sm' })} htmlFor={choice.id}>
            Replace
          </label>
        </div>
      )}
    </Around>
  )
}

/** One row: what is there now (or the new file's name), a button to choose, and what else can be done. */
export function ImageRow({ current, action, ...props }: Props & { current?: ReactNode; action?: ReactNode }) {
  const choice = useChoice(props)
  return (
    <Around props={props} choice={choice}>
      <div className={styles.file}>
        {choice.preview && (
          <img className={styles.preview} src={choice.preview} alt="" {...focalAttributes(props.focal)} />
        )}
        {props.file ? <span className={styles.name}>{props.file.name}</span> : current}
        <Input props={props} choice={choice} />
        <label className={buttonClass({ variant: 'secondary', size: 'sm' })} htmlFor={choice.id}>
          Choose file
        </label>
        {action}
      </div>
    </Around>
  )
}
