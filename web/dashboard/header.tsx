// The header of the dashboard: tabs, or a menu where they do not fit; theme; who is signed in and the way out.
import { Link, useLocation } from 'react-router'
import { Avatar } from '../account/avatar.tsx'
import { useBrand } from '../brand.ts'
import { Monogram } from '../monogram.tsx'
import { logOut, useSession } from '../session.tsx'
import { ThemeToggle } from '../theme-toggle.tsx'
import * as bar from '../ui/bar.module.css'
import * as menus from '../ui/menu.module.css'
import { Menu, MenuButton, usePopover } from '../ui/menu.tsx'
import * as ui from '../ui/primitives.module.css'
import * as marks from '../ui/tabs.module.css'
import { ChevronIcon, LogoutIcon } from '../ui/tool-icons.tsx'
import * as styles from './header.module.css'

const tabs = [
  { to: '/dashboard', label: 'Home' },
  { to: '/profile', label: 'Profile' },
  { to: '/dashboard/add-portfolio', label: 'Add Portfolio' },
  { to: '/dashboard/view-portfolio', label: 'Portfolio' },
  { to: '/dashboard/view-contacts', label: 'Contact' },
  { to: '/dashboard/site', label: 'Site' },
  { to: '/dashboard/settings', label: 'Settings', parts: ['/dashboard/activity'] },
  { to: '/dashboard/users', label: 'Users' },
]

export function Header() {
  const brand = useBrand()
  return (
    <header className={`${bar.bar} ${styles.bar}`}>
      <div className={`${ui.wrap} ${styles.inside}`}>
        <Link className={`${ui.row} ${bar.brand} ${styles.brand}`} to="/" aria-label={brand?.name}>
          <Monogram />
          <span className={bar.name}>{brand?.name}</span>
        </Link>
        <nav className={`${marks.links} ${ui.wideOnly} ${styles.tabs}`} aria-label="Dashboard">
          <Tabs />
        </nav>
        <div className={`${ui.row} ${styles.end}`}>
          <div className={ui.wideOnly}>
            <ViewSite />
          </div>
          {/* The specification wants one for everyone; the navigation bar that holds the other is hidden here. */}
          <ThemeToggle />
          <Account />
          <MenuButton menu="dashboard-menu" className={ui.compactOnly} />
        </div>
      </div>
      <Menu id="dashboard-menu">
        <div className={ui.wrap}>
          <Tabs />
          <ViewSite />
        </div>
      </Menu>
    </header>
  )
}

/** Whether a page belongs to a tab: its own page, one below it, or one of those that are linked from there only. */
function isIn(pathname: string, tab: string, parts: readonly string[] = []): boolean {
  return (
    pathname === tab || parts.includes(pathname) || (tab !== '/dashboard' && pathname.startsWith(`${tab}/`))
  )
}

/** In the bar, and in the menu where the bar has no space for it. */
function ViewSite() {
  return (
    <Link className={styles.viewSite} to="/">
      View site
    </Link>
  )
}

function Tabs() {
  const unreplied = useSession().dashboardData?.unreplied ?? 0
  const { pathname } = useLocation()
  return tabs.map(({ to, label, parts }) => (
    <Link key={to} to={to} aria-current={isIn(pathname, to, parts) ? 'page' : undefined}>
      {label}
      {label === 'Contact' && unreplied > 0 && (
        <>
          <span
            className={`${marks.wanting} ${styles.count}`}
            aria-hidden="true"
            title={`${unreplied} unreplied`}
          >
            {unreplied > 999 ? '999+' : unreplied}
          </span>
          <span className={ui.hidden}> ({unreplied} unreplied)</span>
        </>
      )}
    </Link>
  ))
}

function Account() {
  const { user, dashboardData } = useSession()
  const popup = usePopover<HTMLDivElement>()
  const { name = '', avatarUrl = null } = dashboardData ?? user ?? {}
  return (
    <div>
      <button type="button" className={`${ui.row} ${styles.account}`} popoverTarget="account-menu">
        <Avatar
          user={{ name, email: user?.email ?? '', avatarUrl }}
          alt=""
          sizes="32px"
          className={styles.avatar}
        />
        <span className={`${ui.truncate} ${styles.name}`}>{name}</span>
        <ChevronIcon size="s" />
      </button>
      <div
        className={`${menus.popup} ${ui.drop} ${styles.popup}`}
        id="account-menu"
        ref={popup}
        popover="auto"
      >
        <p className={styles.person}>
          <b>{name}</b>
          <span className={ui.meta}>{user?.email}</span>
        </p>
        <button type="button" className={`${ui.row} ${menus.option}`} onClick={() => void logOut()}>
          <LogoutIcon size="s" />
          Logout
        </button>
      </div>
    </div>
  )
}
