// The route table of [S2], in its order.
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('site/layout.tsx', [
    index('site/home.tsx'),
    route('about', 'site/about.tsx'),
    route('portfolio', 'site/gallery.tsx'),
    route('contact', 'site/contact.tsx'),
    route('imprint', 'site/legal.tsx', { id: 'imprint' }),
    route('privacy', 'site/legal.tsx', { id: 'privacy' }),
    route('login', 'account/login.tsx'),
    route('register', 'account/register.tsx'),
    route('reset-password', 'account/reset-request.tsx'),
    route('reset-password/:token', 'account/reset-password.tsx'),
    route('verify-email', 'account/verify-code.tsx'),
    route('verify-email-token', 'account/verify-link.tsx'),
    route('profile', 'account/profile.tsx'),
    route('profile/edit-profile', 'account/edit-profile.tsx'),
    route('profile/change-password', 'account/change-password.tsx'),
    route('*', 'site/not-found.tsx'),
  ]),
  // Without navigation bar and footer [S2].
  route('setup', 'account/setup.tsx'),
  route('portfolio/:id', 'site/preview.tsx'),
  // Outside the guard of the dashboard, which lets in admins only.
  route('dashboard/profile', 'dashboard/to-profile.ts'),
  layout('dashboard/layout.tsx', [
    route('dashboard', 'dashboard/home.tsx'),
    route('dashboard/add-portfolio', 'dashboard/add-portfolio.tsx'),
    route('dashboard/view-portfolio', 'dashboard/portfolio.tsx'),
    route('dashboard/view-contacts', 'dashboard/contacts.tsx'),
    route('dashboard/settings', 'dashboard/settings.tsx'),
    route('dashboard/users', 'dashboard/users.tsx'),
    route('dashboard/users/:id/edit', 'dashboard/edit-user.tsx'),
    route('dashboard/*', 'dashboard/unknown.tsx'),
  ]),
] satisfies RouteConfig
