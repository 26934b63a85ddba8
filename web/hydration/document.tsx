// The document around the pages. Rendered by the server only: in the browser it belongs to nobody and stays as it is.

import familjen from '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?url'
import hanken from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import { type ReactNode, useContext } from 'react'
import {
  UNSAFE_FrameworkContext as FrameworkContext,
  Links,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { iconKey } from '../../contract/images.ts'
import { slideTime } from '../../contract/limits.ts'
import { deliveredPair, latinFile, pairFaces } from '../../contract/type-pairs.ts'
import { useBrand } from '../brand.ts'
import { themeColors, themeScript } from '../theme.tsx'
import { menuScript } from '../ui/menu.tsx'
import * as ui from '../ui/primitives.module.css'
import { useLanguage, useWords } from '../ui/words.tsx'

export function Document({ children }: { children: ReactNode }) {
  // Only scripts and styles rendered by us carry it, while a page is made (entry.server.tsx).
  const nonce = useContext(FrameworkContext)?.nonce
  const brand = useBrand()
  const t = useWords()
  const icon = brand ? iconKey(brand.mark) : ''
  // Says that pages report no visits (site/visits.ts).
  const uncounted = useRouteLoaderData<{ uncounted?: true }>('root')?.uncounted
  const firstScript = [themeScript, menuScript].join(';\n')
  return (
    <html lang={useLanguage()} data-uncounted={uncounted}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {brand && <meta name="application-name" content={brand.name} />}
        <meta name="theme-color" content={themeColors.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={themeColors.dark} media="(prefers-color-scheme: dark)" />
        {/* Of the precedences it is the first, so React puts it before all sheets. */}
        <style nonce={nonce} href="first" precedence="first">
          {firstStyle}
        </style>
        {[...pairFaces(brand?.pair ?? deliveredPair).map(fontUrl), ...(brand?.fonts ?? [])].map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <link rel="icon" href={`/favicon.ico${icon}`} sizes="32x32" />
        <link rel="icon" href={`/favicon.svg${icon}`} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={`/pictures/apple-touch-icon.png${icon}`} />
        <link rel="manifest" href="/manifest.webmanifest" />
        {brand && <style nonce={nonce}>{brand.css}</style>}
        {/* Styles that only `npm run dev` needs: those of the first page, until its modules bring them. */}
        {import.meta.env.DEV && <Links />}
      </head>
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, listed by hash in the policy */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: firstScript }} />
        <div id="app">{children}</div>
        <p id="code-missing" role="alert" hidden>
          {t('This page did not load completely.')}{' '}
          {/* biome-ignore lint/a11y/useValidAnchor: the empty URL is that of the page itself, with its query */}
          <a href="" className={ui.link}>
            {t('Reload')}
          </a>
        </p>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** Of the faces that the style sheet declares, the file has the name that the build gave it. */
function fontUrl(name: string): string {
  const built: Record<string, string> = { 'familjen-grotesk': familjen, 'hanken-grotesk': hanken }
  return built[name] ?? latinFile(name)
}

/**
 * What the browser renders in its place. `useId` counts the places of siblings on the way down from the root, so the
 * head, the body and the scripts keep theirs: without them, no id of the server's HTML would be found again.
 */
export function InPlaceOfDocument({ children }: { children: ReactNode }) {
  const head = null
  const script = null
  const message = null
  return (
    <>
      {head}
      {/* biome-ignore lint/complexity/noUselessFragments: it is the place of <body> */}
      <>
        {script}
        {children}
        {message}
        {script}
        {script}
      </>
    </>
  )
}

/**
 * The style sheets that the build made from the modules of the page's components. With a precedence React puts them into the
 * head, shows no page before they have come, and never takes one away.
 * React Router's own <Links> must stand in a head that is hydrated (docs/decisions/0011).
 */
export function PageStyles() {
  const routes = useContext(FrameworkContext)?.manifest.routes
  const sheets = new Set(useMatches().flatMap(({ id }) => routes?.[id]?.css ?? []))
  return [...sheets].map((href) => <link key={href} rel="stylesheet" href={href} precedence="page" />)
}

/**
 * The order of the layers (docs/decisions/0017), named before any sheet arrives: what counts is where a layer is named
 * first, and sheets arrive as pages need them. And the times that scripts and style sheets share.
 */
const firstStyle = `@layer base,ui,page;:root{--slide-time:${slideTime}ms}`
