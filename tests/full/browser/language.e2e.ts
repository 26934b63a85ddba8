// The words of a site in another language, in a browser.
import { admin, expect, test } from '../../support/browser.ts'
import { register, userPassword } from '../../support/dashboard.ts'
import { markedLanguage, textsIn, textsOf, unmarked } from '../../support/marked-words.ts'

// The browser's own lines about what is rejected.
test.use({ expectedNoise: /status of 40[0134]/ })

test('messages that appear only in a browser are all of the catalogue', async ({ page }) => {
  const { email: user, password } = admin
  await page.request.post('/login', { data: { email: user, password } })
  const { content, version } = await (await page.request.get('/api/admin/site')).json()
  const data = { content: { ...content, language: markedLanguage }, basedOn: version }
  expect((await page.request.put('/api/admin/site', { data })).ok()).toBe(true)
  const projects = await (await page.request.get('/getportfolio/public')).json()
  const { email } = await register(page.request, 'Rosa Reader')
  await page.context().clearCookies()
  const own = [
    ...textsOf([content, projects]),
    'Rosa Reader',
    email,
    'Vera',
    'vera@example.org',
    'px',
    'Users',
  ]

  const read = async (state: string) => {
    expect(unmarked(textsIn(await page.content()), own), state).toEqual([])
  }
  const press = (name: string) => page.getByRole('button', { name: `«${name}»`, exact: true }).click()
  const fill = (name: string, text: string) =>
    page.getByRole('textbox', { name: `«${name}»`, exact: true }).fill(text)
  const shows = (text: string) => expect(page.getByText(text).first()).toBeVisible()
  await page.goto('/contact')
  await press('Send Message')
  await shows('««Subject» is required.»')
  await read('errors of the contact form')
  for (const [name, text] of Object.entries({
    Name: 'Vera',
    Email: 'vera@example.org',
    Subject: 'px',
    Message: 'px',
  }))
    await fill(name, text)
  await press('Send Message')
  await shows('«Thank you, Vera.')
  await shows('«Message sent successfully!»')
  await read('a sent message')

  await page.goto('/portfolio')
  await page
    .getByRole('link', { name: /^«View / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: '«Tablet»' })).toBeVisible()
  await read('a preview')

  await page.goto('/register')
  await fill('Password', 'short')
  await press('Signup')
  await shows('«Password must be 8-16 chars')
  await read('errors of a registration')
  await page.goto('/reset-password')
  await fill('Email', 'vera@example.org')
  await press('Submit')
  await shows('«If the email you provided')
  await read('a reset request')
  await page.goto(`/reset-password/${'a'.repeat(43)}`)
  await shows('«Invalid or expired token.»')
  await read('a bad token')
  await page.goto('/verify-email-token?token=x&email=a%40example.com')
  await shows('«Invalid token or expired.»')
  await read('a bad link')

  await page.goto('/login')
  await press('Login')
  await shows('«Please fix the errors before submitting.»')
  await fill('Email', email)
  await fill('Password', 'wrong')
  await press('Login')
  await shows('«Invalid email or password.»')
  await read('a rejected login')
  await fill('Password', userPassword)
  await press('Login')
  await shows('«Login successful!»')
  await read('a login')
  await page.goto('/profile')
  await shows('«Not verified»')
  await read('the profile')
  await page.goto('/profile/edit-profile')
  await press('Save Changes')
  await shows('«Profile updated successfully!»')
  await read('an edited profile')
  await page.goto('/profile/change-password')
  await fill('New Password', 'abc')
  await press('Change Password')
  await shows('«New passwords do not match»')
  await read('errors of a new password')
  await page.goto('/verify-email')
  await fill('8-digit code', '12345678')
  await press('Verify Code')
  await shows('«This code is wrong.»')
  await press('Resend Verification Link')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await read('another code')
})
