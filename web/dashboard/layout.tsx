// The layout of the dashboard: header, the warnings about email and backups, and the guard around everything.
import { useEffect, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { privatePages } from '../../contract/pages.ts'
import { adminsOnly, Guard, GuardLoading } from '../guard.tsx'
import { QueryProvider } from '../queries.tsx'
import { useSession } from '../session.tsx'
import { inTab } from '../storage.ts'
import { SkipLink } from '../ui/menu.tsx'
import * as ui from '../ui/primitives.module.css'
import { Asking } from './asking.tsx'
import * as styles from './header.module.css'
import { Header } from './header.tsx'
import { PageNotice, smtpHint } from './lists/parts.tsx'

export const clientMiddleware = [adminsOnly]

export function HydrateFallback() {
  return <GuardLoading admin />
}

export default function DashboardLayout() {
  useArrival()
  const { pathname } = useLocation()
  return (
    <Guard admin>
      <QueryProvider>
        <div className={styles.dashboard} data-dashboard="">
          <SkipLink />
          <Header />
          <main className={`${ui.wrap} ${styles.main}`} id="main" tabIndex={-1}>
            <Troubles />
            <Asking key={pathname}>
              <Outlet />
            </Asking>
          </main>
        </div>
      </QueryProvider>
    </Guard>
  )
}

/** That emails cannot be sent, or the last backup failed. The home lists it among the things to do. */
function Troubles() {
  const { mail, backupFailing } = useSession().dashboardData ?? {}
  if (useLocation().pathname === privatePages.dashboard || !mail) return null
  const mailTrouble = !mail.configured
    ? `Email is not configured: emails are written to the outbox folder instead of being sent. ${smtpHint}`
    : mail.failing && `Email is failing: ${mail.failing}`
  return (
    <>
      {/* What fails is said at the top of the settings; what is missing has a field. */}
      <Trouble text={mailTrouble} hash={mail.failing ? '' : '#mail'} settings="Email settings" />
      <Trouble
        text={backupFailing && `Backups are failing: ${backupFailing}`}
        hash="#backups"
        settings="Backup settings"
      />
    </>
  )
}

interface TroubleProps {
  text: string | null | undefined
  /** Of the settings. */
  hash: string
  settings: string
}

/** Shown until it is dismissed in this tab, and again when it changes or has been repaired and comes back. */
function Trouble({ text, hash, settings }: TroubleProps) {
  const name = `dismissed ${settings}`
  const [dismissed, setDismissed] = useState(() => inTab((storage) => storage.getItem(name)))
  useEffect(() => {
    if (text) return
    inTab((storage) => storage.removeItem(name))
    setDismissed(null)
  }, [text, name])
  if (!text || dismissed === text) return null
  const dismiss = () => {
    inTab((storage) => storage.setItem(name, text))
    setDismissed(text)
  }
  return (
    <PageNotice role="status" onDismiss={dismiss}>
      {text}{' '}
      <Link className={ui.link} to={`/dashboard/settings${hash}`}>
        {settings}
      </Link>
    </PageNotice>
  )
}

/**
 * A link to one field: the hash of its URL is the `data-arrival` of what the field is in. Moves the
 * focus there as soon as the field is loaded and enabled, unless somebody does something else first.
 */
function useArrival(): void {
  const { pathname, hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same hash on another page is another field
  useEffect(() => {
    if (!hash) return
    const place = `[data-arrival="${CSS.escape(hash.slice(1))}"]`
    const arrive = () => {
      const find = (controls: string) => document.querySelector<HTMLElement>(`${place} ${controls}`)
      const field = find(':is(input, textarea, select):enabled:not([readonly])')
      if (!field) return
      stop.abort()
      field.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
      field.scrollIntoView({ block: 'center' })
    }
    const stop = new AbortController()
    const observer = new MutationObserver(arrive)
    stop.signal.addEventListener('abort', () => observer.disconnect())
    for (const event of ['pointerdown', 'keydown'])
      addEventListener(event, () => stop.abort(), { signal: stop.signal })
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'readonly'],
    })
    // After the heading of a new page has had the focus.
    requestAnimationFrame(arrive)
    return () => stop.abort()
  }, [pathname, hash])
}
