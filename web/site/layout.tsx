// The frame of the public and the account pages: navigation bar, mobile menu, footer.
import { Fragment, type ReactNode, useContext } from 'react'
import { Link, NavLink, Outlet, useNavigate } from 'react-router'
import type { Reach } from '../../contract/responses/site.ts'
import { Previewed, useBrand, useReach } from '../brand.ts'
import { BrandLink, Monogram } from '../monogram.tsx'
import { logOut, useSession } from '../session.tsx'
import { ThemeToggle } from '../theme-toggle.tsx'
import * as bar from '../ui/bar.module.css'
import { Button } from '../ui/button.tsx'
import { Menu, MenuButton, SkipLink } from '../ui/menu.tsx'
import * as ui from '../ui/primitives.module.css'
import { classes } from '../ui/styles.ts'
import { mixed, useWords } from '../ui/words.tsx'
import * as styles from './layout.module.css'

const pages = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/portfolio', label: 'Portfolio' },
  { to: '/contact', label: 'Contact' },
] as const

export default function SiteLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}

/** Around a page, or around what a preview shows as one. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const lists = useReach()?.footer
  return (
    <>
      <SkipLink />
      <NavigationBar />
      <main className={ui.sheet} id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer lists={lists} />
    </>
  )
}

/** @param lists links to profiles and to legal pages */
export function Footer({ lists = [] }: { lists?: Reach['footer'] | undefined }) {
  const brand = useBrand()
  const t = useWords()
  return (
    <footer className={classes(styles.footer, lists.length > 0 && styles.more)}>
      <div className={`${ui.wrap} ${ui.grid} ${styles.inside}`}>
        <Monogram />
        {lists.length > 0 && (
          <div className={`${ui.between} ${ui.rightHalf} ${styles.footerLinks}`}>
            {lists.map((links) => (
              <ul key={links[0]?.href} className={ui.cluster}>
                {links.map(({ label, href }) => (
                  <li key={href}>
                    <Link to={href}>{label}</Link>
                  </li>
                ))}
              </ul>
            ))}
          </div>
        )}
        {/* The brand. A page cached since last year comes with last year's number. */}
        <p className={`${ui.hint} ${ui.rightHalf}`} suppressHydrationWarning>
          {mixed(t('Copyright © {year} {name}', { year: new Date().getFullYear() }), {
            name: <bdi>{brand?.name}</bdi>,
          })}
        </p>
      </div>
    </footer>
  )
}

function NavigationBar() {
  return (
    <header className={bar.bar}>
      <div className={`${ui.wrap} ${ui.grid} ${bar.inside}`}>
        <BrandLink />
        <nav
          className={`${ui.row} ${ui.rightHalf} ${ui.wideOnly} ${styles.links}`}
          aria-label={useWords()('Main')}
        >
          <ul className={ui.contents}>
            <PageLinks />
          </ul>
          <div className={`${ui.row} ${styles.end}`}>
            <Account />
            <ThemeToggle />
          </div>
        </nav>
        <div className={`${ui.row} ${ui.compactOnly}`}>
          <ThemeToggle />
          <MenuButton menu="menu" />
        </div>
      </div>
      <Menu id="menu">
        <ul className={ui.wrap}>
          <PageLinks />
          <Account inMenu />
        </ul>
      </Menu>
    </header>
  )
}

/** @param end only this very path is the current page: one not-found page serves all unknown paths below it. */
function Item({ to, end = false, children }: { to: string; end?: boolean; children: string }) {
  const previewed = useContext(Previewed)?.path
  return (
    <NavLink to={to} end={end}>
      {({ isActive }) =>
        (previewed ? previewed === to : isActive) ? <span className={ui.mark}>{children}</span> : children
      }
    </NavLink>
  )
}

function PageLinks() {
  const t = useWords()
  return pages.map(({ to, label }) => (
    <li key={to}>
      {/* Case studies are below the portfolio. */}
      <Item to={to} end={to !== '/portfolio'}>
        {t(label)}
      </Item>
    </li>
  ))
}

/** Login, or the ways of whoever is signed in; three dots while that is not known yet. */
function Account({ inMenu = false }: { inMenu?: boolean }) {
  const { loading, user: known, isAdmin } = useSession()
  const user = useContext(Previewed) ? null : known
  const navigate = useNavigate()
  const t = useWords()
  const leave = async () => {
    await logOut()
    navigate('/login')
  }
  const Around = inMenu ? 'li' : Fragment
  if (loading)
    return (
      <Around>
        <span className={`${ui.row} ${ui.needsScript} ${styles.dots}`} role="img" aria-label={t('Loading')}>
          <i />
          <i />
          <i />
        </span>
      </Around>
    )
  if (!user)
    return (
      <Around>
        <Item to="/login">{t('Login')}</Item>
      </Around>
    )
  return (
    <>
      {isAdmin && (
        <Around>
          <Item to="/dashboard">{t('Dashboard')}</Item>
        </Around>
      )}
      <Around>
        <Item to="/profile">{t('Profile')}</Item>
      </Around>
      <Around>
        {inMenu ? (
          <button type="button" popoverTarget="menu" popoverTargetAction="hide" onClick={leave}>
            {t('Logout')}
          </button>
        ) : (
          <Button variant="secondary" size="sm" className={styles.logOut} onClick={leave}>
            {t('Logout')}
          </Button>
        )}
      </Around>
    </>
  )
}
