// An app with something of everything that a backup holds.
import { placeOf } from './backups.ts'
import { imageCalls } from './image-calls.ts'
import { portfolioCalls } from './portfolio-calls.ts'
import { png } from './sample-images.ts'
import type { Running } from './start.ts'

/** An app with two projects with covers and one with more images, an account with an avatar's worth of rows, and a message. */
export async function inUse(app: Running) {
  const cookie = await app.asAdmin()
  const { added, remove } = portfolioCalls(() => ({ app, cookie }))
  const items = [
    await added({ pname: 'One', summary: 'What it is.' }),
    await added({ pname: 'Two', status: 'published' }),
  ]
  const { page, more } = imageCalls(() => ({ app, cookie }))
  await page(items[0]?.id ?? '', await png(30, 90))
  await more(items[0]?.id ?? '', await png(), 'Rooms')
  await app.context.images.settled()
  const contact = (message: string) =>
    app.json('/contacts', { json: { name: 'Vera', email: 'vera@example.org', subject: 'A site', message } })
  await contact('How much\nis "one"? \u2028 ☃')
  return { app, cookie, added, remove, items, contact, place: placeOf(app) }
}
