// An unknown path below /dashboard: a real 404, shown only after the guard has let the user in [R35].
import { data } from 'react-router'
import { type MetaArgs, pageMeta, titled } from '../page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'
import * as typography from '../ui/typography.module.css'
import * as styles from './unknown.module.css'

export function loader() {
  return data(null, { status: 404 })
}

// The server's response would be the same 404, and the admin would wait for it.
export function clientLoader() {
  return null
}

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Page Not Found', matches), noindex: true })
}

export default function Unknown() {
  return (
    <>
      <p className={typography.meta}>404</p>
      <h1 className={styles.title}>Page Not Found</h1>
      <p className={styles.text}>Sorry, the page you’re looking for doesn’t exist or has been moved.</p>
      <ButtonLink to="/">Go to Homepage</ButtonLink>
    </>
  )
}
