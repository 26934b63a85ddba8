// The frame of a preview: the live site in it, or the project's image, as the owner chose or because the site cannot be shown; the
// choice of the device, and how its viewport fits on the stage: its CSS width stays, and where there is less space it is scaled down.
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { isLoopback } from '../../../contract/call.ts'
import { desktopWidth, mobileWidth, previewTimeout, tabletWidth } from '../../../contract/limits.ts'
import type { PreviewMode, PreviewObstacle, Project } from '../../../contract/responses/projects.ts'
import type { Translate } from '../../../contract/words/translate.ts'
import type { Word } from '../../../contract/words/words.ts'
import { Picture } from '../../ui/picture.tsx'
import * as ui from '../../ui/primitives.module.css'
import { phone } from '../../ui/styles.ts'
import { Segments } from '../../ui/tabs.tsx'
import { DesktopIcon, MobileIcon, TabletIcon } from '../../ui/tool-icons.tsx'
import { useWords } from '../../ui/words.tsx'
import { Initials } from '../gallery/project-card.tsx'
import * as styles from './preview.module.css'

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

/** With the CSS pixels of each viewport, and the height of its frame as a part of the stage. */
const devices = {
  desktop: { label: 'Desktop', icon: <DesktopIcon />, width: desktopWidth, height: '100%' },
  tablet: { label: 'Tablet', icon: <TabletIcon />, width: tabletWidth, height: '90%' },
  mobile: { label: 'Mobile', icon: <MobileIcon />, width: mobileWidth, height: '80%' },
} as const

export type Device = keyof typeof devices

const names = Object.keys(devices) as Device[]

export function DeviceBar({ device, onChoose }: { device: Device; onChoose: (device: Device) => void }) {
  const t = useWords()
  return (
    <Segments
      label={t('Device')}
      className={`${styles.devices} ${ui.needsScript}`}
      value={device}
      options={names.map((value) => ({ ...devices[value], value, label: t(devices[value].label) }))}
      onChoose={onChoose}
    />
  )
}

/** A page of our own origin would undo the sandbox if it kept that origin and its scripts. */
function sandboxFor(url: string) {
  const ours = new URL(url).origin === location.origin
  return `allow-scripts ${ours ? '' : 'allow-same-origin '}allow-forms allow-popups`
}

type Props = {
  view: View
  name: string
  project: Pick<Project, 'pages' | 'pimage'>
  device: Device
  onLoad: () => void
}

export function Frame({ view, name, project, device, onLoad }: Props) {
  const t = useWords()
  return (
    <div
      className={`${styles.frame} ${ui.marks}`}
      style={{ '--height': devices[device].height } as CSSProperties}
    >
      <div className={styles.clip}>
        {view.url && (
          <iframe
            key={view.url}
            className={view.shows === 'live' ? undefined : styles.unseen}
            src={view.url}
            title={t('Preview of {name}', { name })}
            sandbox={sandboxFor(view.url)}
            referrerPolicy="strict-origin"
            allow=""
            onLoad={onLoad}
          />
        )}
        {view.shows === 'image' && <ProjectImage name={name} project={project} device={device} />}
      </div>
    </div>
  )
}

/** How far keys scroll, in heights of what is seen. */
const pages: Record<string, number> = {
  PageDown: 0.9,
  PageUp: -0.9,
  End: Number.MAX_SAFE_INTEGER,
  Home: Number.MIN_SAFE_INTEGER,
}

/**
 * The screenshot of the device, otherwise that of the desktop, otherwise the cover: at the frame's width and its own
 * height, in a region that scrolls, never cropped, never stretched. Parts below the fold are fetched when they come near.
 */
function ProjectImage({ name, project, device }: Pick<Props, 'name' | 'project' | 'device'>) {
  const t = useWords()
  const own = project.pages?.[device]
  const parts = own ?? project.pages?.desktop ?? [project.pimage]
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    // Nothing else on the page scrolls: the keys of whoever has not chosen anything yet are meant for it.
    const onKeyDown = (event: KeyboardEvent) => {
      const share = pages[event.key]
      if (share === undefined || event.target !== document.body || event.defaultPrevented) return
      const { current } = region
      current?.scrollBy({ top: share * current.clientHeight })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    // Another image begins at its top.
    <section
      ref={region}
      key={parts[0]}
      className={styles.shot}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the keyboard
      tabIndex={0}
      aria-label={t('Image of {name}', { name })}
    >
      {parts.map((src, at) => (
        <Picture
          key={src}
          src={src}
          sizes={device === 'desktop' ? '100vw' : `${devices[device].width}px`}
          alt={at === 0 ? name : ''}
          isFirst={at === 0}
          fallback={at === 0 && <Initials name={name} />}
        />
      ))}
      <div className={styles.caption}>
        <b>{name}</b>
        {!own && <p className={ui.meta}>{t('The desktop page, scaled down.')}</p>}
      </div>
    </section>
  )
}

/** CSS pixels: on a stage up to this width, "full width" would show a phone's or a tablet's page. */
const narrowStage = 960

interface Fit {
  /** CSS pixels that the page inside has; null for the full width of the stage. */
  viewport: number | null
  /** Pixels that the frame takes on the stage; null as above. */
  frame: number | null
  /** 1 unless scaled down. */
  scale: number
  /** The dimension line stands above the frame instead of the width in the bar. */
  phone: boolean
}

/**
 * @param stage its width in CSS pixels. Up to `narrowStage`
 * Desktop is a viewport of 1280 px; on phones every device keeps its margin to the sides.
 */
export function fitOf(device: Device, stage: number): Fit {
  const isPhone = matchMedia(phone).matches
  if (device === 'desktop' && stage > narrowStage)
    return { viewport: null, frame: null, scale: 1, phone: isPhone }
  const viewport = devices[device].width
  const margin = device === 'mobile' ? 20 : isPhone ? 12 : device === 'desktop' ? 0 : 20
  const frame = Math.min(viewport, Math.max(1, stage - 2 * margin))
  return { viewport, frame, scale: frame / viewport, phone: isPhone }
}

export function widthLabel({ viewport, scale }: Fit, t: Translate): string {
  if (viewport === null) return t('Full width')
  if (scale >= 1) return `${viewport} px`
  return t('{width} px, shown at {percent}%', { width: viewport, percent: Math.round(scale * 100) })
}

/** The numbers that the style sheet takes. */
export function fitStyle({ viewport, frame, scale }: Fit) {
  return {
    '--viewport': `${viewport ?? 0}px`,
    '--frame': frame === null ? '100%' : `${frame}px`,
    '--scale': scale,
  } as CSSProperties
}
