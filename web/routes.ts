// The route table of the specification, in its order.
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { fixedPages, privatePages, projectPages } from '../contract/pages.ts'

export default [
  layout('site/layout.tsx', [
    index('site/home/home.tsx'),
    route(fixedPages.about, 'site/home/about.tsx'),
    route(projectPages.gallery, 'site/gallery/gallery.tsx'),
    route(projectPages.caseStudy, 'site/case-study/case-study.tsx'),
    route(fixedPages.contact, 'site/contact/contact.tsx'),
    route(fixedPages.imprint, 'site/legal.tsx', { id: 'imprint' }),
    route(fixedPages.privacy, 'site/legal.tsx', { id: 'privacy' }),
    route(fixedPages.login, 'account/login.tsx'),
    route(fixedPages.register, 'account/register.tsx'),
    route(fixedPages.resetRequest, 'account/reset-request.tsx'),
    route(privatePages.resetPassword, 'account/reset-password.tsx'),
    route(privatePages.verifyLink, 'account/verify-link.tsx'),
    layout('account/private-layout.tsx', [
      route(privatePages.verifyCode, 'account/verify-code.tsx'),
      route(privatePages.profile, 'account/profile.tsx'),
      route(privatePages.editProfile, 'account/edit-profile.tsx'),
      route(privatePages.changePassword, 'account/change-password.tsx'),
    ]),
    route('*', 'site/not-found.tsx'),
  ]),
  // Without navigation bar and footer.
  route(fixedPages.setup, 'account/setup.tsx'),
  route(projectPages.project, 'site/preview/preview.tsx'),
  route(privatePages.clientLink, 'site/client-link.tsx'),
  // In a frame of the editors and of the first run.
  route(privatePages.sitePreview, 'site/site-preview.tsx'),
  // As visitors see it, without the dashboard around it.
  route(privatePages.previewPortfolio, 'dashboard/projects/preview-portfolio.tsx'),
  // Outside the guard of the dashboard, which lets in admins only and sends others to the login.
  route(privatePages.dashboardProfile, 'dashboard/users/to-profile.ts'),
  route(privatePages.unknownDashboard, 'dashboard/unknown.tsx'),
  layout('dashboard/layout.tsx', [
    route(privatePages.dashboard, 'dashboard/home/home.tsx'),
    route(privatePages.addPortfolio, 'dashboard/projects/add-portfolio.tsx'),
    route(privatePages.viewPortfolio, 'dashboard/projects/portfolio.tsx'),
    route(privatePages.viewContacts, 'dashboard/inbox/contacts.tsx'),
    route(privatePages.site, 'dashboard/site-editor/site.tsx'),
    route(privatePages.settings, 'dashboard/settings/settings.tsx'),
    route(privatePages.activity, 'dashboard/settings/activity.tsx'),
    route(privatePages.users, 'dashboard/users/users.tsx'),
    route(privatePages.editUser, 'dashboard/users/edit-user.tsx'),
  ]),
] satisfies RouteConfig
