// How the viewport of a device fits on the stage: its CSS width stays, and where there is less space it is scaled down.
import type { CSSProperties, RefObject } from 'react'
import { desktopWidth, mobileWidth, tabletWidth } from '../../../contract/limits.ts'
import type { Translate } from '../../../contract/words/translate.ts'
import { useSize } from '../../ui/size.ts'
import { phone } from '../../ui/styles.ts'

/** CSS pixels: on a stage up to this width, "full width" would show a phone's or a tablet's page. */
const narrowStage = 960

export type Device = 'desktop' | 'tablet' | 'mobile'

export interface Fit {
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
function fitOf(device: Device, stage: number): Fit {
  const isPhone = matchMedia(phone).matches
  if (device === 'desktop' && stage > narrowStage)
    return { viewport: null, frame: null, scale: 1, phone: isPhone }
  const viewport = { desktop: desktopWidth, tablet: tabletWidth, mobile: mobileWidth }[device]
  const margin = device === 'mobile' ? 20 : isPhone ? 12 : device === 'desktop' ? 0 : 20
  const frame = Math.min(viewport, Math.max(1, stage - 2 * margin))
  return { viewport, frame, scale: frame / viewport, phone: isPhone }
}

export function widthLabel({ viewport, scale }: Fit, t: Translate): string {
  if (viewport === null) return t('Full width')
  if (scale >= 1) return `${viewport} px`
  return t('{width} px, shown at {percent}%', { width: viewport, percent: Math.round(scale * 100) })
}

/** Null until the stage is measured. */
export function useFit(stage: RefObject<HTMLElement | null>, device: Device): Fit | null {
  const size = useSize(stage)
  return size ? fitOf(device, size.width) : null
}

/** The numbers that the style sheet takes. */
export function fitStyle({ viewport, frame, scale }: Fit) {
  return {
    '--viewport': `${viewport ?? 0}px`,
    '--frame': frame === null ? '100%' : `${frame}px`,
    '--scale': scale,
  } as CSSProperties
}
