// Uploads of the site editor: each at once, so that the preview shows it before anything is published.
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SiteImageKind } from '../../../contract/site.ts'
import { uploadSiteImage } from '../../../contract/site-calls.ts'
import { messageOf } from '../../call.ts'
import { multipart } from '../../call-files.ts'
import { imageProblem } from '../../ui/image-input.tsx'
import { useUpload } from '../project-images/upload-progress.tsx'

/** @param onStored told the name by which content names the image; always the function of the last render */
export function useSiteUpload(kind: SiteImageKind, onStored: (name: string) => void) {
  const { progress, upload } = useUpload()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const latest = useRef(onStored)
  latest.current = onStored
  // Who has left the editor has another draft by now.
  useEffect(
    () => () => {
      latest.current = () => {}
    },
    [],
  )

  const choose = async ([image]: File[]) => {
    if (!image || busy) return
    const problem = imageProblem(image)
    setError(problem)
    if (problem) return
    setBusy(true)
    try {
      const { name } = await upload(uploadSiteImage, { form: multipart({ kind, image }) })
      // Rendered before the next response is read: what it adds to must be what this one has changed.
      flushSync(() => latest.current(name))
    } catch (failure) {
      setError(messageOf(failure, 'The image could not be uploaded.'))
    } finally {
      setBusy(false)
    }
  }
  return { choose, busy, progress, error, clearError: () => setError(undefined) }
}
