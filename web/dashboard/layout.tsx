// The layout of the dashboard: header, the warnings about email and backups, and the guard around everything.
import { useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { privatePages } from '../../contract/pages.ts'
import { adminsOnly, Guard, GuardLoading } from '../guard.tsx'
import { QueryProvider } from '../queries.tsx'
import { useSession } from '../session.tsx'
import { SkipLink } from '../ui/menu.tsx'
import * as ui from '../ui/primitives.module.css'
import { useArrival } from './arrival.ts'
import * as styles from './header.module.css'
import { Header } from './header.tsx'
import { PageNotice, smtpHint } from './lists/parts.tsx'

export const clientMiddleware = [adminsOnly]

export function HydrateFallback() {
  return <GuardLoading admin />
}

export default function DashboardLayout() {
  useArrival()
  return (
    <Guard admin>
      <QueryProvider>
        <div className={styles.dashboard} data-dashboard="">
          <SkipLink />
          <Header />
          <main className={`${ui.wrap} ${styles.main}`} id="main" tabIndex={-1}>
            <Troubles />
            <Outlet />
          </main>
        </div>
      </QueryProvider>
    </Guard>
  )
}

/** That emails cannot be sent, or the last backup failed. The home lists it among the things to do. */
function Troubles() {
  const { mail, backupFailing } = useSession().dashboardData ?? {}
  if (useLocation().pathname === privatePages.dashboard) return null
  const mailTrouble =
    mail && !mail.configured
      ? `Email is not configured: emails are written to the outbox folder instead of being sent. ${smtpHint}`
      : mail?.failing && `Email is failing: ${mail.failing}`
  return (
    <>
      <Trouble text={mailTrouble} settings="Email settings" />
      <Trouble text={backupFailing && `Backups are failing: ${backupFailing}`} settings="Backup settings" />
    </>
  )
}

/** Shown until it is dismissed, and again when it changes. */
function Trouble({ text, settings }: { text: string | null | undefined; settings: string }) {
  const [dismissed, setDismissed] = useState<string>()
  if (!text || dismissed === text) return null
  return (
    <PageNotice role="status" onDismiss={() => setDismissed(text)}>
      {text}{' '}
      <Link className={ui.link} to="/dashboard/settings">
        {settings}
      </Link>
    </PageNotice>
  )
}
