// The header of the dashboard: tabs, or a menu where they do not fit; theme; who is signed in and the way out.
import { Link, NavLink } from 'react-router'
import { avatarWidths, imageSources } from '../../contract/images.ts'
import { useBrand } from '../brand.ts'
import { Monogram } from '../monogram.tsx'
import { useSession } from '../session.tsx'
import { ThemeToggle } from '../theme-toggle.tsx'
import { Menu, MenuButton, usePopover } from '../ui/menu.tsx'
import { Picture } from '../ui/picture.tsx'
import { ChevronIcon, LogoutIcon } from '../ui/tool-icons.tsx'

const tabs = [
  { to: '/dashboard', label: 'Home' },
  { to: '/profile', label: 'Profile' },
  { to: '/dashboard/add-portfolio', label: 'Add Portfolio' },
  { to: '/dashboard/view-portfolio', label: 'Portfolio' },
  { to: '/dashboard/view-contacts', label: 'Contact' },
  { to: '/dashboard/settings', label: 'Settings' },
  { to: '/dashboard/users', label: 'Users' },
]

export function Header() {
  const brand = useBrand()
  return (
    <header className="dnav">
      <div className="dwrap dnav-in">
        <Link className="brand" to="/" aria-label={brand?.name}>
          <Monogram />
          <span className="brand-name">{brand?.name}</span>
        </Link>
        <nav className="dtabs" aria-label="Dashboard">
          <Tabs />
        </nav>
        <div className="dend">
          <ViewSite />
          {/* [S2] wants one for everyone; the navigation bar that holds the other is hidden here [R30]. */}
          <ThemeToggle />
          <Account />
          <MenuButton menu="dashboard-menu" />
        </div>
      </div>
      <Menu id="dashboard-menu">
        <div className="dwrap">
          <Tabs />
          <ViewSite />
        </div>
      </Menu>
    </header>
  )
}

/** In the bar, and in the menu where the bar has no space for it. */
function ViewSite() {
  return (
    <Link className="view-site" to="/">
      View site
    </Link>
  )
}

function Tabs() {
  const unreplied = useSession().dashboardData?.unreplied ?? 0
  return tabs.map(({ to, label }) => (
    <NavLink key={to} to={to} end={to === '/dashboard'}>
      {label}
      {label === 'Contact' && unreplied > 0 && (
        <>
          <span className="count" aria-hidden="true">
            {unreplied > 999 ? '999+' : unreplied}
          </span>
          <span className="sr-only"> ({unreplied} unreplied)</span>
        </>
      )}
    </NavLink>
  ))
}

function Account() {
  const { user, dashboardData, logOut } = useSession()
  const popup = usePopover<HTMLDivElement>()
  const name = dashboardData?.name ?? user?.name ?? ''
  const avatar = dashboardData ? dashboardData.avatarUrl : (user?.avatarUrl ?? null)
  const initial = [...(name.trim() || (user?.email ?? ''))][0]?.toUpperCase()
  return (
    <div>
      <button type="button" className="who" popoverTarget="account-menu">
        <span className="avatar">
          <Picture
            src={avatar}
            srcSet={imageSources(avatar, avatarWidths)?.webp}
            sizes="32px"
            alt=""
            width={32}
            height={32}
            fetch="first"
            fallback={<span aria-hidden="true">{initial}</span>}
          />
        </span>
        <span className="who-n">{name}</span>
        <ChevronIcon size="s" />
      </button>
      <div className="popup" id="account-menu" ref={popup} popover="auto">
        <p className="popup-who">
          <b>{name}</b>
          <span className="meta">{user?.email}</span>
        </p>
        <button type="button" className="opt" onClick={() => void logOut()}>
          <LogoutIcon />
          Logout
        </button>
      </div>
    </div>
  )
}
