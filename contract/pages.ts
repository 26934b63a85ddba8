// The pages of the site. The browser's route table (web/routes.ts) is made of these paths, and the server derives
// from them what is a page, what is cached and how a path is spelled.

/** The same for every visitor: each is one cached response. */
export const fixedPages = {
  home: '/',
  about: '/about',
  contact: '/contact',
  imprint: '/imprint',
  privacy: '/privacy',
  login: '/login',
  register: '/register',
  resetRequest: '/reset-password',
  setup: '/setup',
} as const

/** Made of published projects: cached by filters, and by id. */
export const projectPages = {
  gallery: '/portfolio',
  project: '/portfolio/:id',
  caseStudy: '/portfolio/:id/case-study',
} as const

/** What visitors see first of a published project. */
export function projectPath({ id, opens, hasCaseStudy }: Opened): string {
  const page = opens === 'case-study' && hasCaseStudy ? projectPages.caseStudy : projectPages.project
  return page.replace(':id', id)
}

interface Opened {
  id: string
  opens?: 'preview' | 'case-study'
  hasCaseStudy?: true | undefined
}

/** Of one user or one link: rendered for each request. */
export const privatePages = {
  resetPassword: '/reset-password/:token',
  clientLink: '/c/:token',
  verifyCode: '/verify-email',
  verifyLink: '/verify-email-token',
  profile: '/profile',
  editProfile: '/profile/edit-profile',
  changePassword: '/profile/change-password',
  // The browser's router has no page below these; the server treats them as private ones that are not found.
  unknownProfile: '/profile/*',
  dashboard: '/dashboard',
  dashboardProfile: '/dashboard/profile',
  addPortfolio: '/dashboard/add-portfolio',
  viewPortfolio: '/dashboard/view-portfolio',
  previewPortfolio: '/dashboard/view-portfolio/:id',
  viewContacts: '/dashboard/view-contacts',
  site: '/dashboard/site',
  sitePreview: '/dashboard/site/preview',
  settings: '/dashboard/settings',
  activity: '/dashboard/activity',
  users: '/dashboard/users',
  editUser: '/dashboard/users/:id/edit',
  unknownDashboard: '/dashboard/*',
} as const

/** Of a client link. */
export function clientLinkPath(token: string): string {
  return privatePages.clientLink.replace(':token', token)
}

/** What search engines are told, in the order of the navigation bar; without a text of the owner the last two are absent. */
export const indexedPages: readonly string[] = [
  fixedPages.home,
  fixedPages.about,
  projectPages.gallery,
  fixedPages.contact,
  fixedPages.imprint,
  fixedPages.privacy,
]

/** Every path of the site with the parameters of its path, without what is not found. */
export const allPages: readonly string[] = [fixedPages, projectPages, privatePages]
  .flatMap((pages) => Object.values(pages))
  .filter((path) => !path.endsWith('*'))

export const legalPages = { imprint: 'Imprint', privacy: 'Privacy' } as const
export type LegalPage = keyof typeof legalPages

export const legalPageAt = (path: string) =>
  (Object.keys(legalPages) as LegalPage[]).find((page) => path === `/${page}`)
