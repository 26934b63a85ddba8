// The icons of Home and of what is around every page; the others are in tool-icons.tsx. They take the colour of the text around them.
import * as styles from './icons.module.css'
import { classes } from './styles.ts'

type Props = { size?: 's' | 'm' | 'l'; className?: string }

const sizes = { s: styles.small, m: undefined, l: styles.large }

export const path = (d: string) =>
  function Icon({ size = 'm', className }: Props) {
    return (
      <svg className={classes(styles.icon, sizes[size], className)} viewBox="0 0 20 20" aria-hidden="true">
        <path d={d} />
      </svg>
    )
  }

export const MenuIcon = path('M3 6h14M3 10h14M3 14h14')
export const CloseIcon = path('M5 5l10 10M15 5L5 15')
export const SunIcon = path(
  'M13.5 10a3.5 3.5 0 1 1-7 0a3.5 3.5 0 1 1 7 0zM10 1.5v2.5M10 16v2.5M1.5 10H4M16 10h2.5M4 4l1.7 1.7M14.3 14.3L16 16M16 4l-1.7 1.7M5.7 14.3L4 16',
)
export const MoonIcon = path('M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5z')
export const ArrowLeftIcon = path('M17 10H4M9 5l-5 5 5 5')
export const ArrowRightIcon = path('M3 10h13M11 5l5 5-5 5')
export const PauseIcon = path('M7 4v12M13 4v12')
export const PlayIcon = path('M6.5 4l9 6-9 6z')
