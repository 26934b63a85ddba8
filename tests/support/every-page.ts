// Every page of contract/pages.ts but imprint and privacy, which are not found until the owner writes them: by who may see
// it, for tests that run on all of them.
import type { Page } from '@playwright/test'
import { enter, register, userPassword } from './dashboard.ts'

export interface EveryPage {
  path: string
  /** The main heading once the page is hydrated. */
  heading: string | RegExp
  /** A link that the hydrated page follows without loading a document. */
  link: { name: string; leadsTo: string }
}

const about = { name: 'About', leadsTo: '/about' }
const contact = { name: 'Contact', leadsTo: '/contact' }

export const visitorPages: EveryPage[] = [
  { path: '/', heading: 'Juno Balint', link: about },
  { path: '/about', heading: /./, link: contact },
  { path: '/portfolio', heading: 'Portfolio', link: about },
  { path: '/portfolio?category=Branding', heading: 'Portfolio', link: about },
  { path: '/contact', heading: /./, link: about },
  { path: '/no-such-page', heading: 'Page Not Found', link: about },
  { path: `/c/${'a'.repeat(43)}`, heading: 'Page Not Found', link: about },
]

export const accountPages: EveryPage[] = [
  { path: '/login', heading: 'Login Form', link: about },
  { path: '/register', heading: /./, link: about },
  { path: '/reset-password', heading: /./, link: about },
  { path: `/reset-password/${'a'.repeat(43)}`, heading: /./, link: about },
  { path: '/verify-email-token?token=unknown', heading: /./, link: about },
  { path: '/setup', heading: 'Make it yours', link: { name: 'Juno Balint', leadsTo: '/' } },
]

export const userPages: EveryPage[] = [
  { path: '/profile', heading: 'Pia Person', link: about },
  { path: '/profile/edit-profile', heading: /./, link: about },
  { path: '/profile/change-password', heading: /./, link: about },
  { path: '/verify-email', heading: /./, link: about },
]

const settings = { name: 'Settings', leadsTo: '/dashboard/settings' }
const profile = { name: 'Profile', leadsTo: '/profile' }

export const adminPages: EveryPage[] = [
  { path: '/dashboard', heading: /./, link: settings },
  { path: '/dashboard/add-portfolio', heading: /./, link: settings },
  { path: '/dashboard/view-portfolio', heading: /./, link: settings },
  { path: '/dashboard/view-contacts', heading: /./, link: settings },
  { path: '/dashboard/site', heading: 'Site', link: settings },
  { path: '/dashboard/settings', heading: /./, link: profile },
  { path: '/dashboard/activity', heading: 'Activity', link: settings },
  { path: '/dashboard/users', heading: /./, link: settings },
  { path: '/api/docs', heading: 'API', link: settings },
  { path: '/dashboard/no-such-page', heading: /./, link: settings },
]

/** The preview of one published project and the form for one user, whose paths contain ids. */
export async function pagesWithIds(page: Page): Promise<{ preview: EveryPage; user: EveryPage }> {
  const { portfolios } = await (await page.request.get('/getportfolio/public?limit=1')).json()
  const [user] = await (await page.request.get('/api/admin/users')).json()
  return {
    preview: {
      path: `/portfolio/${portfolios[0].id}`,
      heading: portfolios[0].pname,
      link: { name: 'Close preview', leadsTo: '/portfolio' },
    },
    user: { path: `/dashboard/users/${user.id}/edit`, heading: /./, link: settings },
  }
}

export async function enterAsUser(page: Page): Promise<void> {
  const { email } = await register(page.request, 'Pia Person')
  await enter(page, '/profile', { email, password: userPassword })
}
