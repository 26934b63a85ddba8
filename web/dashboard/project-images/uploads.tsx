// Uploads of images: how much has been sent, and changes of a project's images, each saved at once.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Call, ResponseOf } from '../../../contract/call.ts'
import type { Done } from '../../../contract/responses/done.ts'
import type { ProjectImages } from '../../../contract/responses/projects.ts'
import { messageOf, type Sent } from '../../call.ts'
import { upload as send } from '../../call-files.ts'
import { FieldError } from '../../ui/field.tsx'
import { imageProblem } from '../../ui/image-input.tsx'
import * as layout from '../../ui/layout.module.css'
import { Announcement } from '../../ui/notice.tsx'
import * as typography from '../../ui/typography.module.css'
import { projectImagesQuery, useRefresh } from '../lists/admin-queries.ts'
import * as styles from './project-images.module.css'

/** `progress` shows how much of a file has been sent; afterwards the server works on the image for a moment. */
export function useUpload() {
  const [share, setShare] = useState<number>()
  const upload = async <C extends Call>(
    contract: C,
    sent: Sent<C> & { form: FormData },
  ): Promise<ResponseOf<C>> => {
    const hasFile = [...sent.form.values()].some((value) => value instanceof File)
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
      <p className={typography.meta}>{percent < 100 ? `Uploading ${percent}%` : 'Preparing the image...'}</p>
    </div>
  )
  return { progress, upload }
}

/**
 * Changes are sent one after the other.
 * @param id of the project
 */
export function useImageSaving(id: string) {
  const client = useQueryClient()
  const refresh = useRefresh()
  const { progress, upload } = useUpload()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const [waiting, setWaiting] = useState(0)
  const [error, setError] = useState<string>()
  const [message, setMessage] = useState('')

  /** @returns whether it was saved */
  const save = (work: () => Promise<Done & ProjectImages>): Promise<boolean> => {
    const saved = last.current.then(async () => {
      try {
        const { message, pages } = await work()
        client.setQueryData(projectImagesQuery(id).queryKey, { pages })
        setMessage(message)
        return true
      } catch (failure) {
        setError(messageOf(failure))
        return false
      }
    })
    setError(undefined)
    setMessage('')
    setWaiting((now) => now + 1)
    last.current = saved.then(async (isSaved) => {
      setWaiting((now) => now - 1)
      if (isSaved) await refresh('items')
    })
    return saved
  }
  /** As `save`, of a file that may be none. */
  const saveFile = (image: File, work: () => Promise<Done & ProjectImages>) =>
    save(async () => {
      const problem = imageProblem(image)
      if (problem) throw new Error(problem)
      return work()
    })
  return {
    ...{ save, saveFile, upload, error },
    busy: waiting > 0,
    /** @param id of the error */
    outcome: (id?: string) => (
      <>
        {progress}
        {error && (
          <div role="alert">
            <FieldError {...(id && { id })}>{error}</FieldError>
          </div>
        )}
        <Announcement>{message}</Announcement>
      </>
    ),
  }
}
