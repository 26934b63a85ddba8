// Ways to reach the owner other than by the form: one row each, only those that the owner has filled in.
import type { ContactWay } from '../../contract/responses/site.ts'
import * as field from '../ui/field.module.css'
import { ArrowRightIcon, path } from '../ui/icons.tsx'
import { OpenIcon } from '../ui/tool-icons.tsx'
import * as typography from '../ui/typography.module.css'
import * as styles from './contact.module.css'

const icons = {
  email: path('M2.5 4.5h15v11h-15zM2.5 5l7.5 6 7.5-6'),
  phone: path(
    'M4 3h3.5l1.5 4-2 1.5c.8 2 2.5 3.7 4.5 4.5l1.5-2 4 1.5V16c0 .8-.7 1.5-1.5 1.5C9 17.5 2.5 11 2.5 4.5 2.5 3.7 3.2 3 4 3z',
  ),
  booking: path('M3 4.5h14v12.5H3zM3 8.5h14M7 2.5v4M13 2.5v4'),
  profile: path(
    'M10 10.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 17c.8-3.3 3.4-4.5 6.5-4.5s5.7 1.2 6.5 4.5',
  ),
}

export function ContactWays({ ways }: { ways: readonly ContactWay[] }) {
  return (
    <ul className={styles.ways}>
      {ways.map(({ kind, label, value, href }) => {
        const Icon = icons[kind]
        const isElsewhere = kind === 'booking' || kind === 'profile'
        return (
          <li key={href}>
            <a href={href} rel={kind === 'profile' ? 'me' : undefined}>
              <Icon />
              <span className={field.hint}>{label}</span>
              <span className={styles.value}>
                <span className={typography.flooded}>{value}</span>
              </span>
              {isElsewhere ? <OpenIcon size="s" /> : <ArrowRightIcon size="s" />}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
