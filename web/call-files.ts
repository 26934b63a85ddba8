// Calls that carry files: a form with its fields, sent with progress; a response saved as a file. Few pages need them.
import type { Call, ResponseOf } from '../contract/call.ts'
import { urlOf } from '../contract/call.ts'
import { type Sent, send, successOf } from './call.ts'

/** A multipart form; what is undefined is left out. */
export function multipart(fields: Record<string, string | number | boolean | File | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value instanceof File ? value : String(value))
  return form
}

/** A form, or a file that is the whole body. */
export type SentFiles<C extends Call> = Omit<Sent<C>, 'form'> & { form: FormData | File }

/**
 * As `call`, with a form or a file; rejects once `signal` is aborted.
 * @param onProgress told from 0 to 1 how much of it has been sent: fetch cannot tell, XMLHttpRequest can.
 */
export async function upload<C extends Call>(
  contract: C,
  sent: SentFiles<C>,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ResponseOf<C>> {
  const underway = new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(contract.method, urlOf(contract, sent))
    request.setRequestHeader('accept', 'application/json')
    if (sent.form instanceof File) request.setRequestHeader('content-type', 'video/mp4')
    request.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('Network error'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(sent.form)
  })
  return (await successOf(underway)).json() as Promise<ResponseOf<C>>
}

/** The response as it came. @throws Problem */
export async function callForFile<C extends Call>(contract: C, sent: Sent<C> = {}): Promise<Blob> {
  return (await successOf(send(contract, sent))).blob()
}

export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  download(url, name)
  // Given back later: some browsers read the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Lets the browser save a response as it comes, of any size. What goes wrong then only the browser shows. */
export function download(url: string, name = '') {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
