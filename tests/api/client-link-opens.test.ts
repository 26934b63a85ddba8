// What counts as an open of a client link, and what does not.
import { describe, expect, test } from 'vitest'
import { linkedApps } from '../support/apps.ts'

const started = linkedApps()

describe('an open', () => {
  test('is a visitor who opens the page as a document, each time', async () => {
    const { added, make, open, list, app } = await started()
    const item = await added()
    const { path } = await make(item)
    await open(path)
    app.pass(1000)
    await open(path)
    const [link] = await list(item.id)
    expect(link?.opens).toBe(2)
    expect(Math.abs(Date.parse(link?.lastOpenedAt ?? '') - app.context.now().getTime())).toBeLessThan(60_000)
  })

  test.each([
    ['a bot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    [
      'a chat that looks for a preview',
      { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
    ],
    ['another chat', { 'user-agent': 'WhatsApp/2.23.20.0' }],
    ['a third one', { 'user-agent': 'TelegramBot (like TwitterBot)' }],
    [
      'a phone that looks for a preview',
      {
        'user-agent':
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
      },
    ],
    ['a page fetched in advance', { 'sec-purpose': 'prefetch' }],
    ['a page rendered in advance', { 'sec-purpose': 'prefetch;prerender' }],
    ['a request of a script', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
  ])('is not: %s', async (_, headers) => {
    const { added, make, open, list } = await started()
    const item = await added()
    const { path } = await make(item)
    expect((await open(path, headers)).status).toBe(200)
    expect(await list(item.id)).toMatchObject([{ opens: 0, lastOpenedAt: null }])
  })

  test('is not HEAD, nor the page that asks for the passphrase, nor an admin; a user is', async () => {
    const { app, cookie, added, make, open, list, enter } = await started()
    const item = await added()
    const { path } = await make(item)
    await open(path, {}, 'HEAD')
    await open(path, { cookie })
    const opens = async () => (await list(item.id)).map((link) => link.opens)
    expect(await opens()).toEqual([0])
    await open(path, { cookie: await app.asUser() })
    expect(await opens()).toEqual([1])
    const locked = await make(await added({ pname: 'Locked' }), { passphrase: 'lantern light' })
    await open(locked.path)
    await enter(locked.token, 'lantern night')
    expect(
      (await app.context.db.selectFrom('client_links').select('opens').execute())
        .map(({ opens }) => opens)
        .toSorted(),
    ).toEqual([0, 1])
  })

  test('is not counted while counting is switched off in Settings', async () => {
    const { app, cookie, added, make, open, list } = await started()
    const item = await added()
    const { path } = await make(item)
    const set = (counting: boolean) =>
      app.json('/api/settings/counts', { method: 'PUT', cookie, json: { counting } })
    await set(false)
    await open(path)
    await set(true)
    await open(path)
    expect((await list(item.id)).map(({ opens }) => opens)).toEqual([1])
  })
})
