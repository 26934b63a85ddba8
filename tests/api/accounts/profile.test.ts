// The profile: permissions, changes of name and image.
import { expect, test } from 'vitest'
import { invalid } from '../../support/calls.ts'
import { png } from '../../support/sample-images.ts'
import { sharedApp } from '../../support/start.ts'

const app = await sharedApp()

const edit = (cookie: string, form: Record<string, string | Blob>) =>
  app.json('/edit-profile', { form, cookie })

test('in the profile a new name is cleaned, an invalid one rejected, and nothing else changes, whatever is sent', async () => {
  const cookie = await app.asUser('uma@example.com')
  const { user } = (await app.json('/profile', { cookie })).body
  const uma = { name: 'Uma User', email: 'uma@example.com', avatarUrl: null }
  expect(user).toMatchObject({ ...uma, isEmailValid: true, isAdmin: false })
  expect(await edit(cookie, { name: '  ' })).toMatchObject(invalid('name', 'Name is required.'))
  const extra = { email: 'new@example.com', isAdmin: 'true', role: 'admin', isEmailValid: 'false', id: 'x' }
  const before = await app.userRow('uma@example.com')
  const { status, body } = await edit(cookie, { name: ' Zoë\u0007\n Z. ', ...extra })
  expect([status, body.name.replace(/ +/g, ' ')]).toEqual([200, 'Zoë Z.'])
  expect(await app.userRow('uma@example.com')).toEqual({ ...before, name: body.name })
  const read = await app.json('/edit-profile', { cookie })
  expect(read.body).toEqual({ success: true, name: body.name, avatarUrl: null })
})

test('an image of the profile is shown, replaced and removed, and the old files are deleted', async () => {
  const cookie = await app.asUser('face@example.com')
  const save = async (form: Record<string, string | Blob>): Promise<string> =>
    (await edit(cookie, { name: 'Face', ...form })).body.avatarUrl
  let before = await save({ avatar: await png(800, 600) })
  expect(before).toMatch(/^\/uploads\/[\w-]+-512x512\/512\.webp$/)
  for (const path of ['/check-auth', '/profile', '/edit-profile', '/dashboard']) {
    const { body } = await app.json(path, { cookie })
    expect((body.user ?? body).avatarUrl).toBe(before)
  }
  for (const [form, shown] of [
    [{ avatar: await png(100, 100) }, /-100x100\/100\.webp$/],
    [{ avatar: await png(300, 300), removeAvatar: 'true' }, /-300x300\/300\.webp$/],
    [{ removeAvatar: 'true' }, /^null$/],
  ] as const) {
    expect((await app.send(before)).status).toBe(200)
    const next = await save(form)
    expect(`${next}`).toMatch(shown)
    expect((await app.send(before)).status).toBe(404)
    before = next
  }
  expect((await app.json('/profile', { cookie })).body.user.avatarUrl).toBeNull()
})

test('an image that is none, and one over 5 MB, is rejected with the reason, and the old image stays', async () => {
  const cookie = await app.asUser('svg@example.com')
  const { body: stored } = await edit(cookie, { name: 'Face', avatar: await png() })
  const bad = await edit(cookie, { name: 'Changed', avatar: new Blob(['<svg/>']) })
  expect([bad.status, bad.body.message]).toEqual([415, 'Choose a PNG, JPEG or WebP image.'])
  const tooLarge = new Blob([new Uint8Array(5 * 1024 * 1024 + 1)])
  const large = await edit(cookie, { name: 'Changed', avatar: tooLarge })
  expect([large.status, large.body.errors]).toEqual([413, { avatar: 'The image may have at most 5 MB.' }])
  const { body } = await app.json('/profile', { cookie })
  expect([body.user.name, body.user.avatarUrl]).toEqual(['Face', stored.avatarUrl])
  expect((await app.send(stored.avatarUrl)).status).toBe(200)
})
