// The published projects whose site is dead, on the dashboard's home.
import { useId } from 'react'
import { Link } from 'react-router'
import { reasonOf } from '../../contract/preview-words.ts'
import type { DashboardData } from '../../contract/session.ts'
import { useSession } from '../session.tsx'
import * as links from '../ui/link.module.css'
import * as typography from '../ui/typography.module.css'
import { CheckAgain } from './check-again.tsx'
import * as styles from './dead-links.module.css'
import { Day } from './list-parts.tsx'

/** @param onAlive called with the name of a project that turned out to be alive: its row, with the focus, will go */
export function DeadLinks({ onAlive }: { onAlive: (name: string) => void }) {
  const { dashboardData } = useSession()
  return dashboardData?.deadLinks ? <List {...dashboardData.deadLinks} onAlive={onAlive} /> : null
}

type ListProps = NonNullable<DashboardData['deadLinks']> & { onAlive: (name: string) => void }

function List({ total, links: rows, onAlive }: ListProps) {
  const title = useId()
  const rest = total - rows.length
  return (
    <section className={styles.dead} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title}>Dead links</h2>
        <p className={typography.meta}>{total === 1 ? '1 project' : `${total} projects`}</p>
      </div>
      <ul>
        {rows.map(({ id, name, check }) => (
          <li key={id}>
            <div>
              <p className={styles.name}>{name} does not respond</p>
              <p className={typography.meta}>
                {reasonOf(check)}{' '}
                {check.deadSince && (
                  <>
                    Dead since <Day iso={check.deadSince} />.{' '}
                  </>
                )}
                Visitors see its image instead.
              </p>
            </div>
            <CheckAgain
              id={id}
              name={name}
              onChecked={({ state }) => {
                if (state !== 'dead') onAlive(name)
              }}
            />
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        {rest > 0 && `And ${rest} more. `}
        <Link className={links.link} to="/dashboard/view-portfolio">
          All projects
        </Link>
      </p>
    </section>
  )
}
