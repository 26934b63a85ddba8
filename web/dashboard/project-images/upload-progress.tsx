// Uploads of a form, and how much has been sent; afterwards the server works on the image for a moment.

import { useState } from 'react'
import type { Call, ResponseOf } from '../../../contract/call.ts'
import type { Sent } from '../../call.ts'
import { upload as send } from '../../call-files.ts'
import * as layout from '../../ui/layout.module.css'
import * as typography from '../../ui/typography.module.css'
import * as styles from './project-images.module.css'

/** `progress` is 0 to 1 while a file is sent, otherwise undefined. */
export function useUpload() {
  const [progress, setProgress] = useState<number>()
  const upload = async <C extends Call>(
    contract: C,
    sent: Sent<C> & { form: FormData },
  ): Promise<ResponseOf<C>> => {
    const hasFile = [...sent.form.values()].some((value) => value instanceof File)
    try {
      return await send(contract, sent, (share) => hasFile && setProgress(share))
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, upload }
}

type Props = { /** 0 to 1 */ share: number }

export function UploadProgress({ share }: Props) {
  const percent = Math.round(share * 100)
  const text = percent < 100 ? `Uploading ${percent}%` : 'Preparing the image...'
  return (
    <div className={layout.stack}>
      <progress className={styles.progress} aria-label="Upload" max={100} value={percent} />
      <p className={typography.meta}>{text}</p>
    </div>
  )
}
