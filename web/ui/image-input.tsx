// Choosing images: pressed, dropped or pasted, in a frame, in a row next to the current image, or by a button.
import {
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { imageAccept, imageTypes } from '../../contract/images.ts'
import { coverBytes } from '../../contract/limits.ts'
import { buttonClass } from './button.tsx'
import * as field from './field.module.css'
import { FieldError } from './field.tsx'
import { classes, type FocalPoint, focalStyle } from './styles.ts'
import { UploadIcon } from './tool-icons.tsx'
import * as typography from './typography.module.css'

/** What is wrong with a file, before a byte of it is sent. */
export function imageProblem({ type, size }: File, maxBytes = coverBytes): string | undefined {
  if (!imageTypes.includes(type)) return 'Choose a PNG, JPEG or WebP image.'
  if (size > maxBytes) return `The image may have at most ${maxBytes / 1024 / 1024} MB.`
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
  return url
}

/** @returns the attributes of an element on which files can be dropped; `data-over` is there while they are held over it */
export function useDropTarget(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const hold = (event: DragEvent) => {
    // Without this the browser would open the file.
    event.preventDefault()
    setOver(true)
  }
  return {
    'data-over': isOver || undefined,
    onDragEnter: hold,
    onDragOver: hold,
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
}

const pasted = 'data-pasted-images'

/**
 * Takes files that are pasted while the focus is within an element; text in a field stays text.
 * @param isDefault also while the focus is in no other such element
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

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'accept' | 'disabled' | 'onChange'> & {
  isInvalid?: boolean
  /** Nothing can be chosen for now; the focus stays. */
  disabled?: boolean | undefined
  onFiles: (files: File[]) => void
}

/** The input itself, which is not drawn: a label next to or around it is. */
export function ImageInput({ isInvalid, disabled, onFiles, ...rest }: InputProps) {
  return (
    <input
      {...rest}
      type="file"
      className={typography.hidden}
      accept={imageAccept}
      aria-invalid={isInvalid || undefined}
      aria-disabled={disabled || undefined}
      onClick={(event) => disabled && event.preventDefault()}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        // Emptied so that choosing the same file again is noticed.
        target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}

type FrameProps = Omit<InputProps, 'className' | 'ref'> & {
  className?: string | undefined
  inputRef?: RefObject<HTMLInputElement | null>
  /** Pasted images are taken also while the focus is in no other frame. */
  takesPastes?: boolean
}

/** A frame that is pressed, dropped on or pasted into, around what it shows. */
export function ImageFrame({ className, inputRef, takesPastes, children, ...input }: FrameProps) {
  const ownId = useId()
  const { id = ownId } = input
  const take = (files: File[]) => {
    if (!input.disabled) input.onFiles(files)
  }
  const target = useDropTarget(take)
  const paste = usePastedImages<HTMLLabelElement>(take, takesPastes)
  return (
    <label
      htmlFor={id}
      className={classes(field.frame, className)}
      data-invalid={input.isInvalid || undefined}
      {...target}
      {...paste}
    >
      {children}
      <ImageInput {...input} id={id} {...(inputRef && { ref: inputRef })} />
    </label>
  )
}

interface FieldProps {
  label: string
  /** The label is read but not drawn: below a heading that says it. */
  hideLabel?: boolean
  file: File | null
  onFiles: (files: File[]) => void
  hint?: string
  error: string | undefined
  disabled?: boolean
  /** What of the preview stays in view. */
  focal: FocalPoint
}

function useField({ file, hint, error, disabled, onFiles }: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean)
  return {
    preview: useObjectUrl(file),
    input: {
      id,
      disabled,
      onFiles,
      isInvalid: error !== undefined,
      'aria-describedby': described.join(' ') || undefined,
    },
  }
}

type LabelledProps = Pick<FieldProps, 'label' | 'hideLabel' | 'hint' | 'error'> & ComponentProps<'div'>

function Labelled({ id, label, hideLabel, hint, error, children, ...rest }: LabelledProps) {
  return (
    <div {...rest} className={field.field}>
      <label className={hideLabel ? typography.hidden : field.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p className={field.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** A 4:3 frame that takes pastes of the whole page; then the preview, the file name and Replace below. */
export function ImageDrop(props: FieldProps) {
  const { preview, input } = useField(props)
  const { label, hint, error, file, focal } = props
  return (
    <Labelled id={input.id} label={label} {...(hint && { hint })} error={error}>
      <ImageFrame takesPastes className={field.cover} {...input}>
        {preview ? (
          <img src={preview} alt="Preview" style={focalStyle(focal)} />
        ) : (
          <>
            <UploadIcon size="l" />
            <b>Choose an image</b>
          </>
        )}
      </ImageFrame>
      {file && (
        <div className={field.file}>
          <span className={field.name}>{file.name}</span>
          <label className={buttonClass({ variant: 'secondary', size: 'sm' })} htmlFor={input.id}>
            Replace
          </label>
        </div>
      )}
    </Labelled>
  )
}

/** One row: what is there now (or the new file's name), a button to choose, and what else can be done. */
export function ImageRow({
  current,
  action,
  ...props
}: FieldProps & { current?: ReactNode; action?: ReactNode }) {
  const { preview, input } = useField(props)
  const { file, focal, onFiles, disabled, ...labelled } = props
  const paste = usePastedImages<HTMLDivElement>((files) => !disabled && onFiles(files))
  return (
    <Labelled id={input.id} {...labelled} {...paste}>
      <div className={field.file}>
        {preview && <img className={field.preview} src={preview} alt="" style={focalStyle(focal)} />}
        {file ? <span className={field.name}>{file.name}</span> : current}
        <ImageInput {...input} />
        <label className={buttonClass({ variant: 'secondary', size: 'sm' })} htmlFor={input.id}>
          Choose file
        </label>
        {action}
      </div>
    </Labelled>
  )
}
