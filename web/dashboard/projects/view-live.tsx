// What follows a success message once something is public: the way to where visitors see it.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as links from '../../ui/link.module.css'

/** @param id the project whose preview it leads to; without one, to the gallery. */
export function ViewLive({ id }: { id?: string | undefined }) {
  return (
    <Link className={links.link} to={id ? `/portfolio/${id}` : '/portfolio'}>
      View live
    </Link>
  )
}

/** The message, and the link where what it is about is public now. */
export function withViewLive(message: string, isPublic: boolean, id?: string): ReactNode {
  if (!isPublic) return message
  return (
    <>
      {message} <ViewLive id={id} />
    </>
  )
}
