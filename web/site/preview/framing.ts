// What a preview shows: the live site in its frame, or the project's image, as the owner chose or because the site
// cannot be shown.
import { useEffect, useState } from 'react'
import { isLoopback } from '../../../contract/call.ts'
import { previewTimeout } from '../../../contract/limits.ts'
import type { PreviewMode, PreviewObstacle } from '../../../contract/responses/projects.ts'
import type { Word } from '../../../contract/words/words.ts'

/** `url`: what the frame loads, or null while it has nothing to load. */
export type View =
  | { shows: 'nothing' | 'loading' | 'live'; url: string | null }
  | { shows: 'image'; url: string | null; reason: Word }

const mayNotEmbed = 'This site may not allow embedding.'
const notEncrypted =
  'This project is served without encryption, and browsers do not show such pages inside a secure one.'

/** What the server found out. */
const sentences: Record<PreviewObstacle['state'], Word> = {
  forbidden: mayNotEmbed,
  dead: 'This site does not respond at the moment.',
  unencrypted: notEncrypted,
}

function sentenceOf({ state, reason }: PreviewObstacle): Word {
  return reason === 'certificate' ? 'Browsers do not accept the certificate of this site.' : sentences[state]
}

/** Why a URL cannot be framed here whatever its site says, or null. */
function obstacle(url: string): Word | null {
  if (!URL.canParse(url)) return 'This address cannot be shown.'
  const { origin, protocol, pathname } = new URL(url)
  // Our own pages in a frame of ours could reach out of it; the demo pages can do nothing.
  if (origin === location.origin && !pathname.startsWith('/demo/'))
    return 'This address belongs to this site and is not shown inside itself.'
  if (protocol === 'http:' && location.protocol === 'https:') return notEncrypted
  return null
}

/**
 * A machine has several names for itself, and the demo pages may be framed by their own origin only: opened under
 * another name than PUBLIC_URL's, they are taken from where the visitor is.
 */
function fromHere(url: string): string {
  if (!URL.canParse(url)) return url
  const { hostname, port, pathname } = new URL(url)
  const same = port === location.port && isLoopback(hostname) && isLoopback(location.hostname)
  return same && pathname.startsWith('/demo/') ? location.origin + pathname : url
}

interface Seen {
  url: string
  obstacle: Word | null
  loaded: boolean
  late: boolean
}

/**
 * The site is shown once its frame has loaded. What the server found out against it is shown at once, and the site is not
 * requested; not there after 8 s, the image is shown, and a site that loads after that takes its place. Decided in the
 * browser: a frame in the HTML could load before anyone listens.
 * @param given the absolute URL; null while it is not known
 */
export function useFraming(
  given: string | null,
  mode: PreviewMode,
  found: PreviewObstacle | undefined,
): { view: View; onLoad: () => void } {
  const [seen, setSeen] = useState<Seen>()
  useEffect(() => {
    if (!given) return
    const url = fromHere(given)
    setSeen({ url, obstacle: obstacle(url), loaded: false, late: false })
    const timer = setTimeout(() => setSeen((now) => now && { ...now, late: true }), previewTimeout)
    return () => clearTimeout(timer)
  }, [given])
  const onLoad = () => setSeen((now) => now && { ...now, loaded: true })
  return { view: viewOf(seen, mode, given ? found : undefined), onLoad }
}

function viewOf(seen: Seen | undefined, mode: PreviewMode, found: PreviewObstacle | undefined): View {
  const reason = found && mode === 'live' ? sentenceOf(found) : mayNotEmbed
  // Also in the HTML that the server sends.
  if (!seen) return found ? { shows: 'image', url: null, reason } : { shows: 'nothing', url: null }
  const { url, loaded, late } = seen
  if (seen.obstacle) return { shows: 'image', url: null, reason: seen.obstacle }
  if (mode === 'image' || found) return { shows: 'image', url: null, reason }
  if (loaded) return { shows: 'live', url }
  // The frame goes on loading out of sight.
  return late ? { shows: 'image', url, reason } : { shows: 'loading', url }
}
