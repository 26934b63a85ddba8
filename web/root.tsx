// What every page has: its head, toasts, and the page for when something breaks.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  Meta,
  Outlet,
  useLocation,
  useNavigationType,
  useRouteError,
  useRouteLoaderData,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router'
import type { Route } from './+types/root'
import { apiContext } from './api-context.ts'
import { spokenOn, useBrand } from './brand.ts'
import { Document, InPlaceOfDocument, PageStyles } from './hydration/document.tsx'
import './styles.css'
import { watchSession } from './session.tsx'
import { isSiteOutdated } from './site-part.ts'
import { buttonClass } from './ui/button.tsx'
import { afterHydration } from './ui/hydration.ts'
import { Toasts } from './ui/notice.tsx'
import * as ui from './ui/primitives.module.css'
import { SpokenContext, useWords } from './ui/words.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { origin, site, isCounting } = context.get(apiContext)
  const published = await site()
  const off = (await isCounting()) ? {} : { uncounted: true }
  const { reach, words } = published
  const translated = Object.keys(words).length > 0 ? { words } : {}
  return { origin, brand: await published.brand(), reach, ...translated, ...off }
}

/** What it loads stays as it is while a document is open, unless this document publishes something else. */
export function shouldRevalidate(): boolean {
  return isSiteOutdated()
}

/** docs/decisions/0011: React hydrates what is in #app, and the server alone renders scripts. */
export function Layout({ children }: { children: ReactNode }) {
  const Around = import.meta.env.SSR ? Document : InPlaceOfDocument
  const failed = useRouteError() != null
  const spoken = spokenOn(useLocation().pathname, useRouteLoaderData('root'))
  useEffect(afterHydration, [])
  useEffect(() => {
    document.documentElement.lang = spoken.language
  }, [spoken.language])
  return (
    <SpokenContext value={spoken}>
      <Around>
        {children}
        {/* React puts these into the head, wherever they are rendered. */}
        <Meta />
        <PageStyles />
        {/* The error page does without: if one of these has thrown, it would throw there again, and again. */}
        {!failed && <Toasts />}
        {!failed && <ScrollPositions />}
      </Around>
    </SpokenContext>
  )
}

/** The browser's part of <ScrollRestoration>, which cannot be rendered there, because of its <script>. */
function ScrollPositions() {
  useScrollRestoration()
  return null
}

export default function Root() {
  useEffect(watchSession, [])
  useHeadingFocus()
  useEffect(showFocusedField, [])
  useBrandStyle()
  return <Outlet />
}

/** A field to which the focus moves does not stay below a bar: Safari knows no `scroll-margin` for it. */
function showFocusedField(): () => void {
  let isPressed = false
  const onFocus = ({ target }: FocusEvent) => {
    const field = (target as Element).closest('input, textarea, select')
    if (!isPressed) field?.scrollIntoView({ block: 'nearest' })
  }
  const watching = new AbortController()
  const { signal } = watching
  // What is pressed stays below the pointer.
  addEventListener('pointerdown', () => (isPressed = true), { signal, capture: true })
  // Back in this window, the field in which the user was has the focus again.
  addEventListener('blur', () => (isPressed = true), { signal })
  for (const event of ['click', 'keydown'])
    addEventListener(event, () => (isPressed = false), { signal, capture: true })
  addEventListener('focusin', onFocus, { signal })
  return () => watching.abort()
}

/** The document was rendered with the rules of another brand when this tab sets up or publishes one. */
function useBrandStyle(): void {
  const brand = useBrand()
  const [rendered] = useState(brand)
  useEffect(() => {
    if (brand && brand !== rendered)
      void import('./site-style.ts').then(({ showStyle }) => showStyle(brand, rendered))
  }, [brand, rendered])
}

/**
 * A new page begins at its heading, also for those who do not see it; Back leads to the link in <main> that was followed, where
 * it is the only one to that page and in sight.
 */
function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const before = useRef(pathname)
  /** By the page on which it is, the last link. */
  const followed = useRef(new Map<string, string>())
  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      const link = (target as Element).closest('main a[href]')
      if (link) followed.current.set(location.pathname, link.getAttribute('href') as string)
    }
    addEventListener('click', note, true)
    return () => removeEventListener('click', note, true)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the navigation that has led to this page
  useEffect(() => {
    const left = before.current
    if (left === pathname) return
    before.current = pathname
    const [link, another] = document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(left)}"]`)
    const { top, bottom } = link?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    const wasFollowed = isBack && followed.current.get(pathname) === left
    if (wasFollowed && link && !another && top < innerHeight && bottom > 0)
      return link.focus({ preventScroll: true })
    const heading = document.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname])
}

/** What happened, an id for whoever looks for it, and two ways on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useWords()
  // Undefined where not even that is known.
  const brand = useBrand()?.name
  const [id, setId] = useState('')
  useEffect(() => {
    // Not randomUUID, which is missing where the site is served by http from another machine.
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    const made = random.toString(16).padStart(8, '0')
    console.error(`Error ${made}:`, error)
    setId(made)
  }, [error])
  return (
    <main className={`${ui.wrap} ${ui.page}`}>
      <title>{[t('Something went wrong'), brand].filter(Boolean).join(' | ')}</title>
      <h1>{t('Something went wrong')}</h1>
      <p>{t('This page could not be shown. Loading it again often helps.')}</p>
      {id && <p className={ui.meta}>{t('Error {id}', { id })}</p>}
      <p className={ui.cluster}>
        <button type="button" className={buttonClass()} onClick={() => location.reload()}>
          {t('Reload')}
        </button>
        <a className={buttonClass({ variant: 'secondary' })} href="/">
          {t('Go to Homepage')}
        </a>
      </p>
    </main>
  )
}
