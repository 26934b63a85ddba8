// The frame of a live preview: which addresses it takes, how it loads, how a device fits on the stage.
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { mobileWidth, previewPatience, tabletWidth } from '../../contract/limits.ts'
import { DesktopIcon, MobileIcon, TabletIcon } from '../ui/tool-icons.tsx'

const devices = { desktop: DesktopIcon, tablet: TabletIcon, mobile: MobileIcon } satisfies Record<
  string,
  ComponentType
>
export type Device = keyof typeof devices

const labels = { desktop: 'Desktop', tablet: 'Tablet', mobile: 'Mobile' }
export const widthOf = { desktop: 'Full width', tablet: `${tabletWidth} px`, mobile: `${mobileWidth} px` }

export function DeviceBar({ device, onChoose }: { device: Device; onChoose: (device: Device) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div className="seg" role="group" aria-label="Device">
      {(Object.keys(devices) as Device[]).map((one) => {
        const Icon = devices[one]
        return (
          <button
            key={one}
            type="button"
            aria-pressed={one === device}
            aria-label={labels[one]}
            title={labels[one]}
            onClick={() => onChoose(one)}
          >
            <Icon />
            <span>{labels[one]}</span>
          </button>
        )
      })}
    </div>
  )
}

/** Why an address cannot be shown in a frame here, or null when it can. */
function objection(address: string): string | null {
  if (!URL.canParse(address)) return 'This address cannot be shown.'
  const { origin, protocol, pathname } = new URL(address)
  // Our own pages in a frame of ours could reach out of it (decision 55); the demo pages can do nothing.
  if (origin === location.origin && !pathname.startsWith('/demo/'))
    return 'This address belongs to this site and is not shown inside itself.'
  if (protocol === 'http:' && location.protocol === 'https:')
    return 'This project is served without encryption, and browsers do not show such pages inside a secure one.'
  return null
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * A machine has several names for itself, and the demo pages may be framed by their own origin only: opened under
 * another name than PUBLIC_URL's, they are taken from where the visitor is.
 */
function fromHere(address: string): string {
  if (!URL.canParse(address)) return address
  const { hostname, port, pathname } = new URL(address)
  const same = port === location.port && loopback.includes(hostname) && loopback.includes(location.hostname)
  return same && pathname.startsWith('/demo/') ? location.origin + pathname : address
}

/** Decision 55. A page of our own origin would undo the sandbox if it kept that origin and its scripts. */
function sandboxFor(address: string) {
  const ours = new URL(address).origin === location.origin
  return `allow-scripts ${ours ? '' : 'allow-same-origin '}allow-forms allow-popups`
}

type Props = { address: string; name: string; device: Device; onShown: (shown: boolean) => void }

export function Frame({ address: given, name, device, onShown }: Props) {
  // Decided in the browser, which knows its own origin. A frame in the HTML could also load before anyone listens.
  const [state, setState] = useState<'waiting' | 'loading' | 'shown' | { why: string }>('waiting')
  const frame = useRef<HTMLDivElement>(null)
  const address = state === 'waiting' ? given : fromHere(given)

  useEffect(() => {
    const why = objection(fromHere(given))
    setState(why ? { why } : 'loading')
    const patience = setTimeout(() => setState((now) => (now === 'loading' ? 'shown' : now)), previewPatience)
    return () => clearTimeout(patience)
  }, [given])

  const shown = state === 'shown'
  useEffect(() => {
    onShown(shown)
    return () => onShown(false)
  }, [shown, onShown])

  // The page inside keeps its 768 or 375 px; where the stage is narrower it is shrunk, not squeezed (decision 57).
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const wanted = device === 'tablet' ? tabletWidth : device === 'mobile' ? mobileWidth : 0
    const scale = () => {
      const factor = wanted ? Math.min(1, element.clientWidth / wanted) : 1
      element.style.setProperty('--k', String(factor || 1))
    }
    const observer = new ResizeObserver(scale)
    observer.observe(element)
    scale()
    return () => observer.disconnect()
  }, [device])

  if (typeof state === 'object')
    return (
      <div className="pv-over">
        <p>{state.why}</p>
        <p className="pv-why">Use “Open in a new tab” above to see it.</p>
      </div>
    )
  return (
    <>
      <div className="pv-frame crop" ref={frame}>
        <div className="pv-clip">
          {state !== 'waiting' && (
            <iframe
              src={address}
              title={`Preview of ${name}`}
              sandbox={sandboxFor(address)}
              referrerPolicy="strict-origin"
              allow=""
              onLoad={() => setState('shown')}
            />
          )}
        </div>
      </div>
      {!shown && (
        <div className="pv-over" role="status">
          <p>Loading preview...</p>
          <div className="pv-run" />
        </div>
      )}
    </>
  )
}
