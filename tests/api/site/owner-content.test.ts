import { expect, test } from 'vitest'
import { callsOf } from '../../support/calls.ts'
import { navigation } from '../../support/request.ts'
import { ownApp } from '../../support/start.ts'

test('Imprint and Privacy are pages once their text is published, in the sitemap too; otherwise they are not found, every time', async () => {
  const app = await ownApp({}, { pages: true })
  const cookie = await app.asAdmin()
  expect((await app.sendRaw('/imprint', navigation)).status).toBe(404)
  await callsOf(() => ({ app, cookie })).site.publish(({ legal }) => {
    legal.imprint = ' ## Who\n\n<b>Emma</b>\n'
    legal.privacy = ' \n'
  })
  const sitemap = await app.text('/sitemap.xml')
  expect(sitemap).toContain('/imprint</loc>')
  expect(sitemap).not.toContain('/privacy')
  for (const visit of ['first', 'cached']) {
    const page = await app.text('/imprint')
    expect(page, visit).toContain('<h2>Who</h2>')
    expect(page).toMatch(/<footer.*href="\/imprint"/)
    expect(page).toContain('<p>&lt;b&gt;Emma&lt;/b&gt;</p>')
    const absent = await app.sendRaw('/privacy', navigation)
    expect([visit, absent.status]).toEqual([visit, 404])
    expect(absent.text).not.toContain('href="/privacy"')
  }
})
