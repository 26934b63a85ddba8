// The frame of the admin's tool: header, the word about e-mail trouble, and the guard around everything.
import './dashboard.css'
import { useState } from 'react'
import { Link, Outlet } from 'react-router'
import { QueryProvider } from '../queries.tsx'
import { Guard, useSession } from '../session.tsx'
import { Alert } from '../ui/alert.tsx'
import { Header } from './header.tsx'

export default function DashboardLayout() {
  return (
    <Guard admin>
      <QueryProvider>
        <div className="dash">
          <a className="skip" href="#main">
            Skip to content
          </a>
          <Header />
          <main className="dwrap dmain" id="main" tabIndex={-1}>
            <MailTrouble />
            <Outlet />
          </main>
        </div>
      </QueryProvider>
    </Guard>
  )
}

/** Decision 16: letters that cannot leave are no secret to the admin. */
function MailTrouble() {
  const { dashboardData } = useSession()
  const [dismissed, setDismissed] = useState<string>()
  const mail = dashboardData?.mail
  const trouble = !mail
    ? null
    : !mail.configured
      ? 'E-mail is not configured: letters are written to the outbox folder instead of being sent.'
      : mail.failing && `E-mail is failing: ${mail.failing}`
  if (!trouble || dismissed === trouble) return null
  return (
    <div className="notice">
      <Alert role="status" onDismiss={() => setDismissed(trouble)}>
        {trouble}{' '}
        <Link className="link" to="/dashboard/settings">
          E-mail settings
        </Link>
      </Alert>
    </div>
  )
}
