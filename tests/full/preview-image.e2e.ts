// The image of a project in its preview, and the notice that goes with it, on every device, width and theme.
import sharp from 'sharp'
import { expect, expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts'
import { expectWholeImage, notice, publish, test } from '../support/framed-site.ts'

test.use({ expectedNoise: /Refused to display|net::ERR_/ })

test('a tall image scrolls in its frame by keyboard and by wheel, and is neither cropped nor stretched', async ({
  page,
}) => {
  const image = await sharp({ create: { width: 800, height: 3200, channels: 3, background: '#475' } })
    .webp()
    .toBuffer()
  const [id] = await publish(page.request, [
    { pname: 'Tall', purl: 'https://tall.example', preview: 'image', image },
  ])
  await page.goto(`/portfolio/${id}`)
  for (const device of ['Desktop', 'Tablet', 'Mobile']) {
    await page.getByRole('button', { name: device }).click()
    await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)))
    await expectWholeImage(page)
    const region = page.getByRole('region', { name: 'Image of Tall' })
    const top = () => region.evaluate((element) => element.scrollTop)
    await region.evaluate((element) => element.scrollTo(0, 0))
    await region.focus()
    await page.keyboard.press('PageDown')
    await expect.poll(top).toBeGreaterThan(100)
    await page.keyboard.press('End')
    const rest = () => region.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop)
    await expect.poll(rest).toBeLessThanOrEqual(1)
    const caption = page.getByText('The desktop page, scaled down.')
    if (device === 'Desktop') await expect(caption).toBeHidden()
    else await expect(caption).toBeInViewport()
    await region.hover()
    await page.mouse.wheel(0, -20_000)
    await expect.poll(top).toBe(0)
  }
})

test('in a low window, as a zoom of 400 % makes it, the image has space and the page scrolls', async ({
  page,
}) => {
  const image = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#475' } })
    .webp()
    .toBuffer()
  const [id] = await publish(page.request, [
    { pname: 'Low', purl: 'https://low.example', preview: 'image', image },
  ])
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(`/portfolio/${id}`)
  for (const device of ['Desktop', 'Mobile']) {
    await page.getByRole('button', { name: device }).click()
    await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)))
    const region = page.getByRole('region', { name: 'Image of Low' })
    expect((await region.boundingBox())?.height).toBeGreaterThan(120)
    await region.scrollIntoViewIfNeeded()
    await expect(region).toBeInViewport({ ratio: 0.7 })
    await expectNoSidewaysScroll(page)
  }
  await page.getByRole('link', { name: 'Open live site' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('link', { name: 'Open live site' })).toBeInViewport({ ratio: 1 })
})

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 844 } })

    test('image and notice are accessible on every device, and the notice covers nothing', async ({
      page,
      site,
    }) => {
      const [id] = await publish(page.request, [{ pname: 'Closed', purl: site.origin, preview: 'image' }])
      await page.goto(`/portfolio/${id}`)
      await expect(notice(page)).toBeVisible()
      for (const device of ['Desktop', 'Tablet', 'Mobile']) {
        await page.getByRole('button', { name: device }).click()
        await expectAccessible(page)
        const [note, stage] = await Promise.all(
          [page.getByRole('status'), page.locator('main')].map((part) => part.boundingBox()),
        )
        if (!note || !stage) throw new Error('the notice or the stage is not there')
        if (width > 640) {
          expect([note.y, note.height]).toEqual([64, 56])
          expect(stage.y).toBe(120)
        } else {
          expect(note.y).toBe(stage.y + stage.height)
          expect(note.y + note.height).toBe(844)
          const live = await page.getByRole('link', { name: 'Open live site' }).boundingBox()
          expect(live?.width).toBe(width - 40)
        }
      }
    })
  })
