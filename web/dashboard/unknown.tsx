// An unknown path below /dashboard: the not-found page, without the frame of the public pages; admins keep their header.
import { data } from 'react-router'
import { privateMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import NotFound from '../site/not-found.tsx'
import * as styles from './header.module.css'
import { Header } from './header.tsx'

export function loader() {
  return data(null, { status: 404 })
}

// The server's response would be the same 404, and the admin would wait for it.
export function clientLoader() {
  return null
}

export const meta = privateMeta('Page Not Found')

export default function Unknown() {
  const { isAdmin } = useSession()
  return (
    <div className={styles.dashboard}>
      {isAdmin && <Header />}
      <main id="main" tabIndex={-1}>
        <NotFound />
      </main>
    </div>
  )
}
