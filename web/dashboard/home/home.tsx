// Dashboard home: a welcome, two totals that lead to their lists, what there is to do, and how the site does.
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useRef } from 'react'
import { Link } from 'react-router'
import { PageAlert, useAlert } from '../../alerts.tsx'
import { privateMeta } from '../../page-meta.ts'
import { useSession } from '../../session.tsx'
import * as ui from '../../ui/primitives.module.css'
import { ArrowOutIcon } from '../../ui/tool-icons.tsx'
import { Waiting } from '../lists/admin-list.tsx'
import { homeQuery } from '../lists/admin-queries.ts'
import * as styles from './home.module.css'
import { ToDo } from './to-do.tsx'
import { YourSite } from './your-site.tsx'

export const meta = privateMeta('Dashboard')

export default function Home() {
  const { user, dashboardData } = useSession()
  // The list of what is still the demo's comes with it, above everything else, which would move away from under the pointer.
  const { isFetched } = useQuery(homeQuery)
  const alert = useAlert()
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <PageAlert alert={alert} />
      <div className={styles.welcome}>
        <h1 tabIndex={-1} ref={title}>
          Welcome Back, {dashboardData?.name ?? user?.name}!
        </h1>
        <Total label="Total Portfolio" value={dashboardData?.totalportfolio} to="/dashboard/view-portfolio" />
        <Total label="Total Contacts" value={dashboardData?.totalcontact} to="/dashboard/view-contacts" />
      </div>
      <div className={`${ui.split} ${styles.columns}`}>
        {!isFetched ? (
          <Waiting />
        ) : (
          <>
            <ToDo alert={alert} onDone={() => title.current?.focus()} />
            <YourSite />
          </>
        )}
      </div>
    </>
  )
}

/** Totals are missing while the dashboard call fails. */
function Total({ label, value, to }: { label: string; value: number | undefined; to: string }) {
  const figure = value === undefined ? '–' : String(value)
  return (
    <Link
      className={styles.total}
      to={to}
      style={{ '--digits': Math.max(figure.length, 3) } as CSSProperties}
    >
      <span className={`${ui.between} ${styles.label}`}>
        {label} <ArrowOutIcon />
      </span>
      <span className={styles.figure}>{figure}</span>
    </Link>
  )
}
