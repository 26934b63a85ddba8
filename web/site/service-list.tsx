// What the owner offers: a title, a sentence and a line drawing each.
import { useRef } from 'react'
import type { Service } from '../../content/site.ts'
import { classes } from '../ui/classes.ts'
import * as entrance from '../ui/entrance.module.css'
import { useEntered } from '../ui/entrance.ts'
import * as styles from './service-list.module.css'

const drawings = {
  web: (
    <>
      <rect className={styles.marked} x="10.5" y="14.5" width="67" height="14" />
      <path d="M10.5 14.5h67v58h-67zM10.5 28.5h67M32 40l-10 10.5 10 10.5M40 64l8-27M56 40l10 10.5-10 10.5" />
      <path className={styles.dots} d="M17 21.5h1M24 21.5h1M31 21.5h1" />
    </>
  ),
  design: (
    <>
      <rect className={styles.marked} x="10.5" y="10.5" width="20" height="20" />
      <path d="M10.5 10.5h40v40h-40zM10.5 30.5h40M30.5 10.5v40M20 72C30 44 58 78 68 34M20 72l34-6M68 34l4 34" />
      <path className={styles.paper} d="M17.5 69.5h5v5h-5zM65.5 31.5h5v5h-5z" />
    </>
  ),
  store: (
    <>
      <path className={styles.marked} d="M14 36h15v12a7.5 7.5 0 0 1-15 0zM44 36h15v12a7.5 7.5 0 0 1-15 0z" />
      <path d="M20 14.5h48l6 21.5v10a7.5 7.5 0 0 1-15 0V36v10a7.5 7.5 0 0 1-15 0V36v10a7.5 7.5 0 0 1-15 0V36v10a7.5 7.5 0 0 1-15 0V36zM14 36h60M18.5 54v19.5h51V54M50.5 73.5V60.5h12v13M25.5 60.5h16v7h-16z" />
    </>
  ),
}

export function ServiceList({ services }: { services: readonly Service[] }) {
  return (
    <ul className={styles.services}>
      {services.map((service) => (
        <ServiceRow key={service.title} service={service} />
      ))}
    </ul>
  )
}

function ServiceRow({ service: { title, description, icon } }: { service: Service }) {
  const row = useRef<HTMLLIElement>(null)
  const entered = useEntered(row)
  return (
    <li ref={row} className={classes(styles.service, entered && entrance.entered)}>
      <div>
        <h3>{title}</h3>
        <p>{description}</p>
      </div>
      <svg viewBox="0 0 88 88" aria-hidden="true">
        {drawings[icon]}
      </svg>
    </li>
  )
}
