// The frame of the public and the account pages: navigation bar, mobile menu, footer.
import './site.css'
import { useRef } from 'react'
import { Link, NavLink, Outlet, useNavigate } from 'react-router'
import { site } from '../../content/site.ts'
import { useSession } from '../session.tsx'
import { ThemeToggle } from '../theme-toggle.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useDisclosure } from '../ui/disclosure.ts'
import { CloseIcon, MenuIcon, Monogram } from '../ui/icons.tsx'

const pages = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/portfolio', label: 'Portfolio' },
  { to: '/contact', label: 'Contact' },
]

export default function SiteLayout() {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <NavigationBar />
      <main className="sheet" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="foot">
        <div className="wrap foot-in">
          <Monogram />
          {/* A page kept since last year comes with last year's number. */}
          <p suppressHydrationWarning>
            Copyright © {new Date().getFullYear()} {site.brand}
          </p>
        </div>
      </footer>
    </>
  )
}

function NavigationBar() {
  const header = useRef<HTMLElement>(null)
  const burger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useDisclosure(header, burger)

  return (
    <header className="nav" ref={header}>
      <div className="wrap nav-in">
        <Link className="brand" to="/">
          <Monogram />
          <span>{site.brand}</span>
        </Link>
        <nav className="nav-links" aria-label="Main">
          <ul className="nav-list">
            <PageLinks />
          </ul>
          <div className="nav-end">
            <Account />
            <ThemeToggle />
          </div>
        </nav>
        <div className="nav-tools">
          <ThemeToggle />
          <IconButton
            ref={burger}
            className="burger"
            label="Menu"
            icon={open ? <CloseIcon size="l" /> : <MenuIcon size="l" />}
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setOpen(!open)}
          />
        </div>
      </div>
      <nav className={`menu${open ? ' open' : ''}`} id="menu" aria-label="Menu">
        {open && (
          <ul className="wrap">
            <PageLinks onChoose={() => setOpen(false)} />
            <Account inMenu onChoose={() => setOpen(false)} />
          </ul>
        )}
      </nav>
    </header>
  )
}

function Item({
  to,
  onChoose,
  children,
}: {
  to: string
  onChoose?: (() => void) | undefined
  children: string
}) {
  return (
    <NavLink to={to} end={to === '/'} onClick={onChoose}>
      {({ isActive }) => (isActive ? <span className="mark">{children}</span> : children)}
    </NavLink>
  )
}

function PageLinks({ onChoose }: { onChoose?: () => void }) {
  return pages.map(({ to, label }) => (
    <li key={to}>
      <Item to={to} onChoose={onChoose}>
        {label}
      </Item>
    </li>
  ))
}

/** Login, or the ways of whoever is signed in; three dots while that is not known yet (section 2). */
function Account({ inMenu = false, onChoose }: { inMenu?: boolean; onChoose?: () => void }) {
  const { loading, user, isAdmin, logOut } = useSession()
  const navigate = useNavigate()
  const leave = async () => {
    onChoose?.()
    await logOut()
    navigate('/login')
  }
  const parts = loading
    ? [<Dots key="dots" />]
    : user
      ? [
          isAdmin && (
            <Item key="dashboard" to="/dashboard" onChoose={onChoose}>
              Dashboard
            </Item>
          ),
          <Item key="profile" to="/profile" onChoose={onChoose}>
            Profile
          </Item>,
          inMenu ? (
            <button key="logout" type="button" onClick={leave}>
              Logout
            </button>
          ) : (
            <Button key="logout" variant="secondary" size="sm" onClick={leave}>
              Logout
            </Button>
          ),
        ].filter((part) => part !== false)
      : [
          <Item key="login" to="/login" onChoose={onChoose}>
            Login
          </Item>,
        ]
  return inMenu ? parts.map((part) => <li key={part.key}>{part}</li>) : parts
}

function Dots() {
  return (
    <span className="dots" role="img" aria-label="Loading">
      <i />
      <i />
      <i />
    </span>
  )
}
