// Saves changes of a project's images one after the other, each at once, and says what came of them.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Done } from '../../../contract/responses/done.ts'
import type { ProjectImages } from '../../../contract/responses/projects.ts'
import { messageOf } from '../../call.ts'
import { projectImagesQuery, useRefresh } from '../lists/admin-queries.ts'
import { useUpload } from './upload-progress.tsx'

/** @param id of the project */
export function useImageSaving(id: string) {
  const client = useQueryClient()
  const refresh = useRefresh()
  const { progress, upload } = useUpload()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const [waiting, setWaiting] = useState(0)
  const [error, setError] = useState<string>()
  const [said, say] = useState('')

  /** @returns whether it was saved */
  const save = (work: () => Promise<Done & ProjectImages>): Promise<boolean> => {
    const saved = last.current.then(async () => {
      try {
        const { message, pages, more } = await work()
        client.setQueryData(projectImagesQuery(id).queryKey, { pages, more })
        say(message)
        return true
      } catch (failure) {
        setError(messageOf(failure))
        return false
      }
    })
    setError(undefined)
    say('')
    setWaiting((now) => now + 1)
    last.current = saved.then(async (isSaved) => {
      setWaiting((now) => now - 1)
      if (isSaved) await refresh('items')
    })
    return saved
  }
  return { save, upload, progress, error, said, busy: waiting > 0 }
}
