// The images of a project that a client link shows: its screenshots and more images, and none of another project.
import { expect, test } from 'vitest'
import { linkedApps } from '../support/apps.ts'
import { imageCalls, longPage } from '../support/calls.ts'
import { png } from '../support/sample-images.ts'

const started = linkedApps()
const folders = (text: string) => new Set(text.match(/(?<=\/uploads\/)[\da-f]{24}-\d+x\d+/g))

test('the page of a link has the screenshots and images of its draft, until they are removed', async () => {
  const { app, cookie, added, make, open, revoke } = await started()
  const { page, more, dropPage } = imageCalls(() => ({ app, cookie }))
  const upload = () => png(300, 200)
  const [draft, other] = [await added(), await added({ pname: 'Kestrel Audio', status: 'published' })]
  const own = (await page(draft.id, await longPage(320, 9_000, 100))).body.pages.desktop as string[]
  const [phone = ''] = (await page(draft.id, await upload(), 'mobile')).body.pages.mobile
  const { src } = (await more(draft.id, await upload(), 'The rooms')).body.more[0]
  const foreign = (await page(other.id, await upload())).body.pages.desktop as string[]
  const { path, link } = await make(draft)

  const shown = await open(path)
  const named = folders(shown.text)
  for (const image of [...own, phone, src]) expect(named).toContain([...folders(image)][0])
  expect(named).not.toContain([...folders(foreign.join(' '))][0])
  expect(shown.text).toContain('The rooms')
  // For a client without JavaScript or a session, too.
  for (const image of [...own, phone, src]) expect((await app.send(image)).status).toBe(200)

  await dropPage(draft.id, 'desktop')
  const after = folders((await open(path)).text)
  for (const image of own) expect(after).not.toContain([...folders(image)][0])
  expect(after).toContain([...folders(phone)][0])

  await revoke(link.id)
  const gone = await open(path)
  expect([gone.status, folders(gone.text).size]).toEqual([404, 0])
})

test('before the passphrase was right, a page names none of them', async () => {
  const { app, cookie, added, make, open, enter } = await started()
  const { page } = imageCalls(() => ({ app, cookie }))
  const draft = await added()
  const [own = ''] = (await page(draft.id, await png(300, 200))).body.pages.desktop
  const { path, token } = await make(draft, { passphrase: 'lantern light' })
  expect(folders((await open(path)).text).size).toBe(0)
  const wrong = await enter(token, 'lantern night')
  expect(folders(JSON.stringify(wrong.body)).size).toBe(0)
  const right = await enter(token, 'lantern light')
  const [unlocked = ''] = right.headers.getSetCookie().map((one) => one.split(';')[0])
  expect(folders((await open(path, { cookie: unlocked })).text)).toContain([...folders(own)][0])
})
