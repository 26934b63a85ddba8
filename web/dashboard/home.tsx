// Dashboard home: a welcome and two totals that lead to their lists.
import { Link } from 'react-router'
import { site } from '../../content/site.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { ArrowOutIcon } from '../ui/icons.tsx'
import { Notice, useCarriedNotice } from './notice.tsx'

export function meta() {
  return pageMeta({ title: `Dashboard | ${site.brand}`, noindex: true })
}

export default function Home() {
  const { user, dashboardData } = useSession()
  const notice = useCarriedNotice()
  return (
    <>
      <Notice {...notice} />
      <h1 className="dwelcome">Welcome Back, {dashboardData?.name ?? user?.name}!</h1>
      <div className="dstats">
        <Total label="Total Portfolio" value={dashboardData?.totalportfolio} to="/dashboard/view-portfolio" />
        <Total label="Total Contacts" value={dashboardData?.totalcontact} to="/dashboard/view-contacts" />
      </div>
    </>
  )
}

/** Totals are missing while the dashboard call fails (section 8). */
function Total({ label, value, to }: { label: string; value: number | undefined; to: string }) {
  const figure = value === undefined ? '–' : String(value)
  return (
    <Link className="dstat" to={to} data-digits={Math.min(figure.length, 6)}>
      <span className="l">
        {label} <ArrowOutIcon size="l" />
      </span>
      <span className="n">{figure}</span>
    </Link>
  )
}
