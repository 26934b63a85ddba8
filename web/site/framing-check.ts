// Finds out in the browser whether another site lets itself be framed.
import { framingCheckPath, framingCheckTitle } from '../../contract/framing.ts'
import * as styles from './framing-check.module.css'

/** Milliseconds. */
const lookInterval = 50

/** 'unknown': this browser does not tell, or the check itself could not be made. */
export type Framing = 'allowed' | 'rejected' | 'unknown'

/**
 * An <iframe> fires `load` for the browser's own error page as for any other, and shows no difference afterwards: no
 * window, no length, no timing. An <object> does tell them apart, because it has other content for when the site does
 * not come: `load` for a site that is there, `error` for one that forbids framing, cannot be reached or responds with
 * an error status (Chromium and Firefox; HTML standard, the object element).
 *
 * The <object> stands in a page of ours with a sandbox (server/pages/framing-check.ts), so the site runs no script there.
 * Its document comes from the browser's cache or is requested a second time, and the console may say that its scripts
 * were blocked.
 * @param signal ends the check; the promise is then left as it is.
 */
export function checkFraming(url: string, signal: AbortSignal): Promise<Framing> {
  return new Promise((resolve) => {
    // Out of sight and reach, but laid out: what is not does not load. In a closed shadow it is no frame of the page.
    const host = document.createElement('div')
    host.className = styles.host ?? ''
    host.inert = true
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-same-origin')
    frame.src = framingCheckPath
    let look: ReturnType<typeof setInterval> | undefined
    const remove = () => {
      clearInterval(look)
      host.remove()
    }
    signal.addEventListener('abort', remove)
    const end = (framing: Framing) => {
      remove()
      if (!signal.aborted) resolve(framing)
    }
    frame.addEventListener('load', () => {
      const page = frame.contentDocument
      if (page?.title !== framingCheckTitle) return end('unknown')
      const object = page.createElement('object')
      // Some browsers deliver no events inside a sandbox without scripts: then there is nothing to wait for.
      let delivered = false
      object.addEventListener('probe', () => {
        delivered = true
      })
      object.dispatchEvent(new Event('probe'))
      if (!delivered) return end('unknown')
      object.addEventListener('load', () => end('allowed'))
      object.addEventListener('error', () => end('rejected'))
      object.type = 'text/html'
      object.data = url
      page.body.append(object)
      // Chromium tells earlier: a document of another origin is in it, and no `error` came. The rest need not load.
      look = setInterval(() => {
        if (object.contentWindow && !object.contentDocument) end('allowed')
      }, lookInterval)
    })
    host.attachShadow({ mode: 'closed' }).append(frame)
    document.body.append(host)
  })
}
