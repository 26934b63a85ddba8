// Page not found: any unknown path, with a real 404.
import { data } from 'react-router'
import { apiContext } from '../api-context.ts'
import { pageMeta } from '../page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'
import * as ui from '../ui/primitives.module.css'
import { useWords } from '../ui/words.tsx'
import type { Route } from './+types/not-found'
import * as styles from './not-found.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const description = (await context.get(apiContext).site()).description('home')
  return data({ description }, { status: 404 })
}

// The server's response would be the same 404, and the visitor would wait for it.
export function clientLoader() {
  return null
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(matches, ({ t }) => ({
    name: t('Page Not Found'),
    description: loaderData?.description,
  }))
}

export default function NotFound() {
  const t = useWords()
  return (
    <section className={`${ui.wrap} ${ui.page}`}>
      <p className={styles.code}>
        404
        <svg viewBox="0 0 128 60" preserveAspectRatio="none" aria-hidden="true">
          <path
            pathLength="1"
            d="M1 34C30 27 62 31 96 26C112 23 121 12 114 8C107 5 102 17 110 25C115 30 122 30 127 26"
          />
        </svg>
      </p>
      <div className={`${ui.grid} ${styles.row}`}>
        <h1 className={ui.leftHalf}>{t('Page Not Found')}</h1>
        <div className={ui.rightHalf}>
          <p>{t('Sorry, the page you’re looking for doesn’t exist or has been moved.')}</p>
          <ButtonLink to="/">{t('Go to Homepage')}</ButtonLink>
        </div>
      </div>
    </section>
  )
}
