// The brand's mark, and the brand as the navigation bar shows it.
import { Link } from 'react-router'
import { useBrand } from './brand.ts'
import * as styles from './ui/bar.module.css'
import * as ui from './ui/primitives.module.css'
import { classes } from './ui/styles.ts'

interface Props {
  /** The large detail that the account pages show. */
  art?: boolean
  /** On the marker itself the dot is paper. */
  onMarker?: boolean
}

export function Monogram({ art = false, onMarker = false }: Props) {
  const brand = useBrand()
  if (!brand) return null
  const { viewBox, filled, stroked, strokeWidth, dot, image } = brand.mark
  return (
    <svg
      viewBox={(art && brand.art) || viewBox}
      data-art={art && brand.art ? '' : undefined}
      aria-hidden="true"
    >
      {/* Its transparent parts are paper, also where it is dark around it. */}
      {image && <path d="M0 0h60v60H0z" fill="var(--paper)" />}
      {image && <image href={image} width="60" height="60" />}
      {filled.map((d) => (
        <path key={d} d={d} fill="currentColor" />
      ))}
      <g fill="none" stroke="currentColor" strokeWidth={strokeWidth}>
        {stroked.map((d) => (
          <path key={d} d={d} />
        ))}
      </g>
      <circle cx={dot.x} cy={dot.y} r={dot.radius} fill={onMarker ? 'var(--paper)' : 'var(--mark)'} />
    </svg>
  )
}

/** Mark and name, home. A long name is shortened where the bar is narrow; screen readers always hear it whole. */
export function BrandLink() {
  const brand = useBrand()
  if (!brand) return null
  const { name, shortName, nameLanguage } = brand
  return (
    <Link className={classes(ui.row, styles.brand, shortName && styles.hasShort)} to="/">
      <Monogram />
      <span className={styles.name} {...nameLanguage}>
        {name}
      </span>
      {shortName && (
        <span className={styles.short} aria-hidden="true" {...nameLanguage}>
          {shortName}
        </span>
      )}
    </Link>
  )
}
