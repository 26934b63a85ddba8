// Uploads: how much of a file has been sent, files that are stored before what names them is saved, and whether an image has the
// pixels in which it is sharp wherever it is shown: a smaller one is taken, with a warning.
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { type Call, type ResponseOf, urlOf } from '../../../contract/call.ts'
import { Problem } from '../../../contract/problem.ts'
import { type UploadKind, uploadImage, uploadVideo } from '../../../contract/uploads.ts'
import { type FormFields, messageOf, multipart, type Sent, successOf } from '../../call.ts'
import { Cancelled } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { imageProblem, videoProblem } from '../../ui/image-input.tsx'
import * as ui from '../../ui/primitives.module.css'
import { returnFocus, useAsk } from '../asking.tsx'
import * as styles from './project-images.module.css'

/** A form, or a file that is the whole body. */
type SentFiles<C extends Call> = Omit<Sent<C>, 'form'> & { form: FormFields | File }

export type Uploading = <C extends Call>(contract: C, sent: SentFiles<C>) => Promise<ResponseOf<C>>

/**
 * As `call`; rejects once `signal` is aborted.
 * @param onProgress told from 0 to 1 how much of it has been sent: fetch cannot tell, XMLHttpRequest can.
 */
async function send<C extends Call>(
  contract: C,
  sent: SentFiles<C>,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ResponseOf<C>> {
  const { form } = sent
  const underway = new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(contract.method, urlOf(contract, sent))
    request.setRequestHeader('accept', 'application/json')
    if (form instanceof File) request.setRequestHeader('content-type', 'video/mp4')
    request.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('Network error'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(form instanceof File ? form : multipart(form))
  })
  return (await successOf(underway)).json() as Promise<ResponseOf<C>>
}

export type Uploads = ReturnType<typeof useUploads>

/**
 * Uploads files at once, so that the preview shows them before anything is published: one at a time, for the input used last.
 * Once in a page: what it saves or publishes waits for `busy`, and it renders `leaving`.
 */
export function useUploads() {
  const [share, setShare] = useState<number>()
  /** Of the file that is being sent. */
  const cancelling = useRef<AbortController>(null)
  const [latest, setLatest] = useState<{ input?: string; error?: string }>({})
  const [busy, setBusy] = useState(false)
  /** Null once the editor was left: whoever is back in it has another draft by now. */
  const place = useRef<HTMLDivElement>(null)
  const { isAsking } = useAsk()
  /** Until the blocker has been told what was decided. */
  const isLeaving = useDeferredValue(busy || isAsking)
  const upload: Uploading = async (contract, sent) => {
    const { form } = sent
    const hasFile = form instanceof File || Object.values(form).some((value) => value instanceof File)
    const controller = new AbortController()
    cancelling.current = controller
    if (hasFile) setShare(0)
    try {
      return await send(contract, sent, (share) => hasFile && setShare(share), controller.signal)
    } finally {
      setShare(undefined)
    }
  }
  const percent = Math.round((share ?? 0) * 100)
  /** How much of a file has been sent; afterwards the server works on it for a moment. */
  const progress = share !== undefined && (
    <div className={ui.stack}>
      <progress className={styles.progress} aria-label="Upload" max={100} value={percent} />
      <div className={`${ui.row} ${ui.meta}`}>
        <p>{percent < 100 ? `Uploading ${percent}%` : 'Preparing the file...'}</p>
        {/* A change that the server has received may be stored already. */}
        {(busy || percent < 100) && (
          <Button size="sm" variant="quiet" onClick={() => cancelling.current?.abort(new Cancelled())}>
            Cancel upload
          </Button>
        )}
      </div>
    </div>
  )
  const store = async (kind: UploadKind | 'video', file: File) => {
    const problem = kind === 'video' ? videoProblem(file) : imageProblem(file)
    if (problem) throw new Problem('invalid', problem)
    const { name } =
      kind === 'video'
        ? await upload(uploadVideo, { form: file })
        : await upload(uploadImage, { form: { kind, image: file } })
    return name
  }
  const last = { ...latest, progress }
  return {
    ...{ place, busy, last, upload },
    /** To be rendered. Gone otherwise: a blocker of the router warns of each link within the page. */
    leaving: (busy || isLeaving) && <Leaving busy={busy} />,
    /**
     * @param input names it for `of`
     * @param onStored told the name by which content names each file
     * @param space for how many files there is space, and what is said of more
     */
    choose:
      (
        input: string,
        kind: UploadKind | 'video',
        onStored: (name: string) => void,
        space = { files: Number.POSITIVE_INFINITY, error: '' },
      ) =>
      async (files: File[]) => {
        if (busy) return
        const opener = document.activeElement
        setLatest({ input })
        setBusy(true)
        const errors: string[] = []
        for (const file of files.slice(0, space.files))
          try {
            const name = await store(kind, file)
            if (place.current) onStored(name)
          } catch (failure) {
            if (failure instanceof Cancelled) {
              returnFocus(opener)
              break
            }
            const error = messageOf(failure, 'The file could not be uploaded.')
            errors.push(files.length > 1 ? `${file.name}: ${error}` : error)
          }
        if (files.length > space.files)
          errors.push(`${space.error} Not added: ${files.length - space.files}.`)
        setLatest({ input, ...(errors.length > 0 && { error: errors.join(' ') }) })
        setBusy(false)
      },
    of: (input: string): Partial<typeof last> => (input === last.input ? last : {}),
  }
}

/** Asks before the page is left, also by a reload. A step of the same page, such as that of its preview, loses nothing. */
function Leaving({ busy }: { busy: boolean }) {
  const { ask } = useAsk()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => busy && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((event) => busy && event.preventDefault())
  const confirm = useEffectEvent(() => {
    const children = 'A file is still being uploaded. It will be lost.'
    ask({ title: 'Leave this page?', confirmLabel: 'Leave', children }).then(blocker.proceed, blocker.reset)
  })
  useEffect(() => {
    if (blocker.state === 'blocked') confirm()
  }, [blocker.state])
  return null
}

export interface ImageSize {
  /** Pixels. */
  width: number
  height: number
}

/** Where only the width matters, the height is missing. */
export type SharpSize = Pick<ImageSize, 'width'> & Partial<ImageSize>

export function isSmall(image: ImageSize, sharp: SharpSize): boolean {
  return image.width < sharp.width || image.height < (sharp.height ?? 0)
}

/** "1280 × 960 px", or "1280 px wide". */
export function sizeText({ width, height }: SharpSize): string {
  return height === undefined ? `${width} px wide` : `${width} × ${height} px`
}

interface Props {
  /** Undefined while there is none, or it is not known. */
  image: ImageSize | null | undefined
  sharp: SharpSize
}

export function SmallImageNote({ image, sharp }: Props) {
  return (
    <div className={`${ui.stack} ${ui.awayIfEmpty} ${styles.note}`} role="status">
      {image && isSmall(image, sharp) && <p className={ui.hint}>{smallText('This image', image, sharp)}</p>}
    </div>
  )
}

export const smallText = (what: string, image: ImageSize, sharp: SharpSize) =>
  `${what} is ${sizeText(image)} and may look blurred. From ${sizeText(sharp)} on it is sharp on every screen.`
