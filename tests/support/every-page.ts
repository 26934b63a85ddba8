// Every page of contract/pages.ts but imprint and privacy, which are not found until the owner writes them: by who may see
// it, for tests that run on all of them.
import type { Page } from '@playwright/test'
import { enter, register, userPassword } from './dashboard.ts'

export interface EveryPage {
  path: string
  title?: string
  /** The main heading once the page is hydrated. */
  heading: string | RegExp
  /** A link that the hydrated page follows without loading a document. */
  link: { name: string; leadsTo: string }
}

const about = { name: 'About', leadsTo: '/about' }
const contact = { name: 'Contact', leadsTo: '/contact' }

export const visitorPages: EveryPage[] = [
  { path: '/', title: 'Juno Balint | Home', heading: 'Juno Balint', link: about },
  { path: '/about', title: 'About | Juno Balint', heading: /./, link: contact },
  { path: '/portfolio', title: 'Portfolio | Juno Balint', heading: 'Portfolio', link: about },
  { path: '/portfolio?category=Branding', heading: 'Portfolio', link: about },
  { path: '/contact', title: 'Contact | Juno Balint', heading: /./, link: about },
  { path: '/no-such-page', title: 'Page Not Found | Juno Balint', heading: 'Page Not Found', link: about },
  { path: `/c/${'a'.repeat(43)}`, heading: 'Page Not Found', link: about },
]

export const accountPages: EveryPage[] = [
  { path: '/login', title: 'Login | Juno Balint', heading: 'Login Form', link: about },
  { path: '/register', title: 'Register | Juno Balint', heading: /./, link: about },
  { path: '/reset-password', title: 'Reset Password | Juno Balint', heading: /./, link: about },
  {
    path: `/reset-password/${'a'.repeat(43)}`,
    title: 'Update Password | Juno Balint',
    heading: /./,
    link: about,
  },
  {
    path: '/verify-email-token?token=unknown',
    title: 'Verify Email | Juno Balint',
    heading: /./,
    link: about,
  },
  { path: '/setup', heading: 'Make it yours', link: { name: 'Juno Balint', leadsTo: '/' } },
]

export const userPages: EveryPage[] = [
  { path: '/profile', title: 'Profile | Juno Balint', heading: 'Pia Person', link: about },
  { path: '/profile/edit-profile', title: 'Edit Profile | Juno Balint', heading: /./, link: about },
  { path: '/profile/change-password', title: 'Change Password | Juno Balint', heading: /./, link: about },
  { path: '/verify-email', title: 'Verify Email | Juno Balint', heading: /./, link: about },
]

const settings = { name: 'Settings', leadsTo: '/dashboard/settings' }
const profile = { name: 'Profile', leadsTo: '/profile' }

export const adminPages: EveryPage[] = [
  { path: '/dashboard', title: 'Dashboard | Juno Balint', heading: /./, link: settings },
  { path: '/dashboard/add-portfolio', title: 'Add Portfolio | Juno Balint', heading: /./, link: settings },
  { path: '/dashboard/view-portfolio', title: 'Portfolios | Juno Balint', heading: /./, link: settings },
  { path: '/dashboard/view-contacts', title: 'Contact Messages | Juno Balint', heading: /./, link: settings },
  { path: '/dashboard/site', heading: 'Site', link: settings },
  { path: '/dashboard/settings', title: 'Settings | Juno Balint', heading: /./, link: profile },
  { path: '/dashboard/activity', title: 'Activity | Juno Balint', heading: 'Activity', link: settings },
  { path: '/dashboard/users', title: 'Users | Juno Balint', heading: /./, link: settings },
  { path: '/dashboard/no-such-page', title: 'Page Not Found | Juno Balint', heading: /./, link: settings },
]

/** The preview of one published project. */
export async function previewPage(page: Page): Promise<EveryPage> {
  const { portfolios } = await (await page.request.get('/getportfolio/public?limit=1')).json()
  const [{ id, pname }] = portfolios
  return { path: `/portfolio/${id}`, heading: pname, link: { name: 'Close preview', leadsTo: '/portfolio' } }
}

/** The form for one user, for an admin. */
export async function userPage(page: Page): Promise<EveryPage> {
  const [user] = await (await page.request.get('/api/admin/users')).json()
  return { path: `/dashboard/users/${user.id}/edit`, heading: /./, link: settings }
}

export async function enterAsUser(page: Page): Promise<void> {
  const { email } = await register(page.request, 'Pia Person')
  await enter(page, '/profile', { email, password: userPassword })
}
