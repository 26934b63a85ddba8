// The document: theme before paint, styles, toasts, and the page for when something breaks.
import familjen from '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?url'
import hanken from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import { site } from '../content/site.ts'
import type { Route } from './+types/root'
import { apiContext } from './api-context.ts'
import { Broken } from './broken.tsx'
import { useNonce } from './nonce.ts'
import { pageLives, setOrigin } from './page-meta.ts'
import { watchSession } from './session.tsx'
import './styles.css'
import { followTheme, themeScript } from './theme.tsx'
import { Toasts } from './ui/toast.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(apiContext)
  setOrigin(origin)
  return { origin }
}

/** The origin never changes while a page lives. */
export function shouldRevalidate(): boolean {
  return false
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const root = useRouteLoaderData<typeof loader>('root')
  if (root) setOrigin(root.origin)
  return (
    // The script below adds classes before React takes over.
    <html lang={site.language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="preload" href={familjen} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={hanken} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/pictures/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/pictures/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* In this order they stand in the page (entry.server.tsx), and so React must meet them when it takes over. */}
        <Links />
        <Meta />
      </head>
      <body suppressHydrationWarning>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, listed by hash in the policy */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: themeScript }} suppressHydrationWarning />
        {children}
        <Toasts />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(pageLives, [])
  useEffect(watchSession, [])
  useEffect(followTheme, [])
  useHeadingFocus()
  return <Outlet />
}

/** A new page begins at its heading, also for those who do not see it (decision 39). */
function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    if (!pathname) return
    const heading = document.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname])
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return <Broken error={error} status={status} />
}
