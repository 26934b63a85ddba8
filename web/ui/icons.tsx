// The icons of every page, and the monogram. They take the colour of the text around them.
import type { ReactNode } from 'react'

type Props = { size?: 's' | 'm' | 'l'; className?: string }

export function icon(drawing: ReactNode) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per icon while the file loads, never while rendering
  return function Icon({ size = 'm', className = '' }: Props) {
    return (
      <svg
        className={`ico${size === 'm' ? '' : ` ico-${size}`}${className && ` ${className}`}`}
        viewBox="0 0 20 20"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    )
  }
}

export const path = (d: string) => icon(<path d={d} />)
const ring = <circle cx="10" cy="10" r="7.5" />

export const MenuIcon = path('M3 6h14M3 10h14M3 14h14')
export const CloseIcon = path('M5 5l10 10M15 5L5 15')
export const SunIcon = icon(
  <>
    <circle cx="10" cy="10" r="3.5" />
    <path d="M10 1.5v2.5M10 16v2.5M1.5 10H4M16 10h2.5M4 4l1.7 1.7M14.3 14.3L16 16M16 4l-1.7 1.7M5.7 14.3L4 16" />
  </>,
)
export const MoonIcon = path('M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5z')
export const ArrowLeftIcon = path('M17 10H4M9 5l-5 5 5 5')
export const ArrowRightIcon = path('M3 10h13M11 5l5 5-5 5')
export const ArrowOutIcon = path('M5 15L15 5M7 5h8v8')
export const ChevronIcon = path('M5 8l5 5 5-5')
export const CheckIcon = path('M3.5 10.5l4.5 4.5 8.5-10')
export const PauseIcon = path('M7 4v12M13 4v12')
export const PlayIcon = path('M6.5 4l9 6-9 6z')
export const LogoutIcon = path('M8 3H3v14h5M8 10h9M13 6l4 4-4 4')
export const SearchIcon = icon(
  <>
    <circle cx="8.5" cy="8.5" r="5.5" />
    <path d="M12.7 12.7L17 17" />
  </>,
)
export const ErrorIcon = icon(
  <>
    {ring}
    <path d="M10 6v5M10 13.5v.5" />
  </>,
)
export const InfoIcon = icon(
  <>
    {ring}
    <path d="M10 9v5M10 6v.5" />
  </>,
)
export const DoneIcon = icon(
  <>
    {ring}
    <path d="M6.5 10.5l2.5 2.5 4.5-5.5" />
  </>,
)
/** The hollow ring of a rule that is not met yet. */
export const RingIcon = icon(<circle cx="10" cy="10" r="6.5" />)

/** The owner's monogram; its dot is the marker. */
export function Monogram() {
  return (
    <svg viewBox="4 2 60 60" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="7.5">
        <path d="M23 23V46.5C23 52.5 19.5 56.25 13.5 56.25H9" />
        <path d="M35.5 7V49" />
        <circle cx="46.25" cy="34.5" r="10.75" />
      </g>
      <circle cx="23" cy="12.25" r="5.25" fill="var(--mark)" />
    </svg>
  )
}
