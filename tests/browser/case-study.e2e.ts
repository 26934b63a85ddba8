// A visitor reads a case study: by keyboard, on a phone, on paper, and without scripts.
import { admin, expect, test } from '../support/browser.ts'

const path = '/portfolio/fjordlys-hotel/case-study'
const film = 'https://vimeo.com/123456789'

test('a visitor comes from the card, moves, plays, enlarges, and goes on', async ({ page }) => {
  const { request } = page
  await request.post('/login', { data: { email: admin.email, password: admin.password } })
  const blocks = JSON.stringify([{ kind: 'video', source: film, caption: 'A ride.' }])
  for (const [name, more] of [
    ['Fjordlys Hotel', { opens: 'case-study' }],
    ['Vélo Atlas', { opens: 'case-study', blocks }],
  ] as const) {
    const [project] = (await (await request.get(`/getportfolio/public?search=${name}`)).json()).portfolios
    const multipart = {
      ...{ pname: project.pname, purl: project.purl, categories: JSON.stringify(project.categories) },
      ...more,
    }
    expect((await request.put(`/update/${project.id}`, { multipart })).ok()).toBe(true)
  }
  await page.context().clearCookies()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.route('https://player.vimeo.com/**', (route) => route.fulfill({ body: 'The film.' }))

  await page.goto('/portfolio')
  await page.getByRole('link', { name: 'View Fjordlys Hotel' }).press('Enter')
  await expect(page).toHaveURL(path)
  await expect(page).toHaveTitle('Fjordlys Hotel | Case study | Juno Balint')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const slider = page.getByRole('slider', { name: 'Before and after' })
  for (const [key, now] of [
    ['ArrowRight', 51],
    ['Shift+ArrowLeft', 41],
    ['Home', 0],
    ['ArrowLeft', 0],
    ['Shift+ArrowUp', 10],
  ] as const) {
    await slider.press(key)
    await expect(slider).toHaveAttribute('aria-valuenow', `${now}`)
  }
  await expect(slider).toHaveAttribute('aria-valuetext', '10 % Before, 2011')
  const box = await slider.locator('..').boundingBox()
  if (!box) throw new Error('the slider is not shown')
  await page.mouse.move(box.x + box.width / 10, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.75, box.y + 40)
  await page.mouse.up()
  await page.mouse.move(box.x, box.y)
  await expect(slider).toHaveAttribute('aria-valuenow', '75')

  expect(requested.filter((url) => url.includes('.mp4'))).toEqual([])
  await page.getByRole('button', { name: 'Play' }).press('Enter')
  await expect(page.locator('video')).toBeFocused()
  await expect.poll(() => requested.filter((url) => url.endsWith('/video.mp4')).length).toBeGreaterThan(0)

  const key = page.getByRole('link', { name: 'Enlarge: Key tag of the room Naust' })
  await key.press('Enter')
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Key tag of the room Naust' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(key).toBeFocused()

  await page.getByRole('link', { name: 'Live preview' }).last().press('Enter')
  await expect(page).toHaveURL('/portfolio/fjordlys-hotel')
  await page.getByRole('link', { name: 'Case study' }).press('Enter')
  await page.getByRole('navigation', { name: 'Next project' }).getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Vélo Atlas' })).toBeFocused()

  await expect(
    page.getByText('A ride. Plays from vimeo.com; nothing is loaded before you press Play.'),
  ).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(requested.filter((url) => url.includes('vimeo'))).toEqual([])
  await page.getByRole('button', { name: 'Play' }).press('Enter')
  await expect(page.frameLocator('iframe').getByText('The film.')).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    /^https:\/\/player\.vimeo\.com\/video\/123456789\?.*dnt=1/,
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('it can be read whole, and its video and pictures are links', async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('slider')).toBeHidden()
    for (const name of ['The site of 2011', 'The site of 2025'])
      expect((await page.getByRole('img', { name }).boundingBox())?.width).toBeGreaterThan(500)
    await expect(page.getByRole('link', { name: 'Play' })).toHaveAttribute(
      'href',
      /^\/uploads\/.*\/video\.mp4$/,
    )
    await expect(page.getByRole('link', { name: /^Enlarge: The hotel/ })).toHaveAttribute('href', /\.webp$/)
  })
})
