// The two layouts of the account pages: next to the monogram for visitors; title left of the form for users.
import { type ReactNode, useEffect } from 'react'
import { Link, type LinkProps, useNavigate } from 'react-router'
import { redirectAfterUnauthorised } from '../../contract/limits.ts'
import type { Word } from '../../contract/words/words.ts'
import { Guard } from '../guard.tsx'
import { Monogram } from '../monogram.tsx'
import { ThemeToggle } from '../theme-toggle.tsx'
import * as bar from '../ui/bar.module.css'
import { Alert } from '../ui/notice.tsx'
import * as ui from '../ui/primitives.module.css'
import { useWords } from '../ui/words.tsx'
import * as styles from './account.module.css'

interface Props {
  title: string
  children: ReactNode
}

/** Log in, sign up, reset, verify by link. */
export function VisitorLayout({ title, children }: Props) {
  return (
    <div className={`${ui.wrap} ${ui.grid} ${styles.auth}`}>
      <div className={styles.form}>
        <h1>{title}</h1>
        {children}
        <noscript>
          <p className={ui.hint}>
            {useWords()('This page needs JavaScript, which is switched off in this browser.')}
          </p>
        </noscript>
      </div>
      <div className={`${ui.wideOnly} ${styles.plate}`} aria-hidden="true">
        <Monogram art />
      </div>
    </div>
  )
}

/** First run and the passphrase of a client link: without navigation. @param brand at the left of the bar */
export function StandaloneLayout({ brand, title, children }: Props & { brand: ReactNode }) {
  return (
    <>
      <header className={bar.bar}>
        <div className={`${ui.wrap} ${ui.grid} ${bar.inside}`}>
          {brand}
          <div className={`${ui.row} ${ui.rightHalf} ${styles.theme}`}>
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main className={ui.sheet} id="main" tabIndex={-1}>
        <VisitorLayout title={title}>{children}</VisitorLayout>
      </main>
    </>
  )
}

/** Verify by code, edit profile, change password: while somebody is signed in. */
export function UserLayout(props: Props) {
  return (
    <Guard>
      <TitledPage {...props} />
    </Guard>
  )
}

function TitledPage({ title, children }: Props) {
  return (
    <section className={`${ui.wrap} ${ui.pageHead}`}>
      <div className={`${ui.grid} ${styles.account}`}>
        <h1 className={`${ui.sectionTitle} ${ui.leftHalf}`}>{title}</h1>
        <div className={ui.rightHalf}>{children}</div>
      </div>
    </section>
  )
}

export function Loading({ children }: { children?: string | undefined }) {
  const t = useWords()
  return (
    <p className={ui.statement} role="status">
      {children ?? t('Loading')}
    </p>
  )
}

/** A link below a form, or in its place. */
export function WayOn(props: LinkProps) {
  return (
    <p className={styles.more}>
      <Link className={ui.link} {...props} />
    </p>
  )
}

/** The `HydrateFallback` of a page whose data only the browser can load. */
export const loadingPage = (title: Word, text: Word = 'Loading') =>
  function LoadingPage() {
    const t = useWords()
    return (
      <VisitorLayout title={t(title)}>
        <Loading>{t(text)}</Loading>
      </VisitorLayout>
    )
  }

/**
 * In place of a page and of its guard, which would send the user on before they could read it: the error for two seconds,
 * then another page.
 */
export function ErrorRedirect({ title, children, to }: Props & { to: string }) {
  useDelayedRedirect(to, redirectAfterUnauthorised)
  return (
    <TitledPage title={title}>
      <Alert kind="error">{children}</Alert>
    </TitledPage>
  )
}

/** @param delay milliseconds */
export function useDelayedRedirect(to: string, delay: number): void {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), delay)
    return () => clearTimeout(timer)
  }, [navigate, to, delay])
}
