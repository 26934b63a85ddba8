// Uploads: how much of a file has been sent.
import { useState } from 'react'
import type { Call, ResponseOf } from '../../../contract/call.ts'
import { type SentFiles, upload as send } from '../../call-files.ts'
import * as layout from '../../ui/layout.module.css'
import * as typography from '../../ui/typography.module.css'
import * as styles from './project-images.module.css'

export type Uploading = <C extends Call>(contract: C, sent: SentFiles<C>) => Promise<ResponseOf<C>>

/** `progress` shows how much of a file has been sent; afterwards the server works on it for a moment. */
export function useUpload() {
  const [share, setShare] = useState<number>()
  const upload: Uploading = async (contract, sent) => {
    const { form } = sent
    const hasFile = form instanceof File || [...form.values()].some((value) => value instanceof File)
    try {
      return await send(contract, sent, (share) => hasFile && setShare(share))
    } finally {
      setShare(undefined)
    }
  }
  const percent = Math.round((share ?? 0) * 100)
  const progress = share !== undefined && (
    <div className={layout.stack}>
      <progress className={styles.progress} aria-label="Upload" max={100} value={percent} />
      <p className={typography.meta}>{percent < 100 ? `Uploading ${percent}%` : 'Preparing the file...'}</p>
    </div>
  )
  return { progress, upload }
}
