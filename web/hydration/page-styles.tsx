// The style sheets of the page that is shown, which the build made from the modules of its components.
import { createContext, useContext } from 'react'
import { type EntryContext, useMatches } from 'react-router'

type Sheets = Record<string, string[]>

/** Of each route, by its id: entry.server.tsx has them from the build, and hydrate.tsx from the document. */
export const SheetsContext = createContext<Sheets>({})

export const sheetsOf = ({ routes }: EntryContext['manifest']): Sheets =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, route?.css ?? []]))

/**
 * With a precedence React puts them into the head, shows no page before its sheets have come, and never takes one away.
 * React Router's own <Links> must stand in a head that is hydrated (docs/decisions/0011).
 */
export function PageStyles() {
  const sheetsOfRoutes = useContext(SheetsContext)
  const sheets = new Set(useMatches().flatMap(({ id }) => sheetsOfRoutes[id] ?? []))
  return [...sheets].map((href) => <link key={href} rel="stylesheet" href={href} precedence="page" />)
}

/** The list for the browser: data, which no policy needs to allow. */
export function SheetsList() {
  // Nothing that could end the element.
  const list = JSON.stringify(useContext(SheetsContext)).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: paths that the build has made
  return <script id="sheets" type="application/json" dangerouslySetInnerHTML={{ __html: list }} />
}

/** Without it, pages that links lead to would have no styles; the one that is shown has them. */
export const listedSheets = (): Sheets => JSON.parse(document.getElementById('sheets')?.textContent ?? '{}')
