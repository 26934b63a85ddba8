// A link between the preview and the case study of one project.
import type { ComponentProps } from 'react'
import { Link } from 'react-router'

/** @param to a path, or a query alone: of a page whose own path the server does not know, as that of a client link */
export function PageLink({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  return to.startsWith('?') ? <a href={to} {...rest} /> : <Link to={to} {...rest} />
}
