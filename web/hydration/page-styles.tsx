// The style sheets of the page that is shown, which the build made from the modules of its components.
import { useContext } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router'

/**
 * With a precedence React puts them into the head, shows no page before its sheets have come, and never takes one away.
 * React Router's own <Links> must stand in a head that is hydrated (docs/decisions/0011).
 */
export function PageStyles() {
  const routes = useContext(FrameworkContext)?.manifest.routes
  const sheets = new Set(useMatches().flatMap(({ id }) => routes?.[id]?.css ?? []))
  return [...sheets].map((href) => <link key={href} rel="stylesheet" href={href} precedence="page" />)
}
