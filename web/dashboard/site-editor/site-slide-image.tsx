// One image of the slider in the site editor: pressed, dropped on or pasted into.
import { useId } from 'react'
import { imageAccept } from '../../../contract/images.ts'
import { classes } from '../../ui/classes.ts'
import { useDropTarget } from '../../ui/drop-target.ts'
import * as file from '../../ui/file-input.module.css'
import { UploadIcon } from '../../ui/tool-icons.tsx'
import * as visually from '../../ui/visually-hidden.module.css'
import * as styles from './site-image.module.css'

interface SlideImageProps {
  at: number
  src: string
  isBusy: boolean
  onChoose: (file: File | undefined) => void
}

export function SlideImage({ at, src, isBusy, onChoose }: SlideImageProps) {
  const id = useId()
  const target = useDropTarget(([file]) => onChoose(file))
  return (
    <label
      className={classes(file.drop, styles.slide)}
      htmlFor={id}
      data-busy={isBusy || undefined}
      {...target}
    >
      <input
        id={id}
        type="file"
        className={visually.hidden}
        aria-label={`Image ${at + 1}`}
        accept={imageAccept}
        onPaste={({ clipboardData }) => onChoose(clipboardData.files[0])}
        onChange={(event) => {
          onChoose(event.target.files?.[0])
          // Emptied so that choosing the same file again is noticed.
          event.target.value = ''
        }}
      />
      <img src={src} alt="" />
      <span>
        <UploadIcon size="s" />
      </span>
    </label>
  )
}
