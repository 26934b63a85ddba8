// Responses that are saved as a file. Few pages need them.
import type { Call } from '../contract/call.ts'
import { type Sent, send, successOf } from './call.ts'

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
