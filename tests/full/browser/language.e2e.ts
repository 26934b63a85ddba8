// The words of a site in another language, in a browser.
import { expect, publishSite, register, signIn, test, userPassword } from '../../support/browser.ts'
import { markedLanguage, textsIn, textsOf, unmarked } from '../../support/marked-words.ts'

// The browser's own lines about what is rejected.
test.beforeEach(({ noise }) => void noise.push(/status of 40[0134]/))

interface Step {
  path?: string
  fill?: Record<string, string>
  press?: string
  /** What appears. */
  shows: string
}

const reader = 'rosa.reader@example.org'
const message = { Name: 'Vera', Email: 'vera@example.org', Subject: 'px', Message: 'px' }

const steps: Step[] = [
  { path: '/contact', press: 'Send Message', shows: '««Subject» is required.»' },
  { fill: message, press: 'Send Message', shows: '«Thank you, Vera.' },
  { path: '/register', fill: { Password: 'short' }, press: 'Signup', shows: '«Password must be 8-16 chars' },
  {
    path: '/reset-password',
    fill: { Email: 'vera@example.org' },
    press: 'Submit',
    shows: '«If the email you provided',
  },
  { path: `/reset-password/${'a'.repeat(43)}`, shows: '«Invalid or expired token.»' },
  { path: '/verify-email-token?token=x&email=a%40example.com', shows: '«Invalid token or expired.»' },
  { path: '/login', press: 'Login', shows: '«Please fix the errors before submitting.»' },
  { fill: { Email: reader, Password: 'wrong' }, press: 'Login', shows: '«Invalid email or password.»' },
  { fill: { Password: userPassword }, press: 'Login', shows: '«Login successful!»' },
  { path: '/profile', shows: '«Not verified»' },
  { path: '/profile/edit-profile', press: 'Save Changes', shows: '«Profile updated successfully!»' },
  {
    path: '/profile/change-password',
    fill: { 'New Password': 'abc' },
    press: 'Change Password',
    shows: '«New passwords do not match»',
  },
  {
    path: '/verify-email',
    fill: { '8-digit code': '12345678' },
    press: 'Verify Code',
    shows: '«This code is wrong.»',
  },
]

test('messages that appear only in a browser are all of the catalogue', async ({ page }) => {
  await signIn(page.request)
  const { content } = await (await page.request.get('/api/admin/site')).json()
  await publishSite(page.request, (site) => Object.assign(site, { language: markedLanguage }))
  const projects = await (await page.request.get('/getportfolio/public')).json()
  await register(page.request, 'Rosa Reader')
  await page.context().clearCookies()
  const own = [...textsOf([content, projects]), 'Rosa Reader', reader, ...Object.values(message), 'Users']

  for (const { path, fill = {}, press, shows } of steps)
    await test.step(shows, async () => {
      if (path) await page.goto(path)
      for (const [name, text] of Object.entries(fill))
        await page.getByRole('textbox', { name: `«${name}»`, exact: true }).fill(text)
      if (press) await page.getByRole('button', { name: `«${press}»`, exact: true }).click()
      await expect(page.getByText(shows).first()).toBeVisible()
      expect(unmarked(textsIn(await page.content()), own)).toEqual([])
    })
  await page.goto('/portfolio')
  await page
    .getByRole('link', { name: /^«View / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: '«Tablet»' })).toBeVisible()
  expect(unmarked(textsIn(await page.content()), own)).toEqual([])
})
