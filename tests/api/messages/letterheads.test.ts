// Emails carry the brand, its logo and the owner's signature, as text and as HTML.
import { expect, test } from 'vitest'
import { contactCalls, namedContent } from '../../support/calls.ts'
import { ownApp } from '../../support/start.ts'
import type { Replaced } from '../../support/test-server.ts'

async function started(env = {}, replaced: Replaced = {}) {
  const app = await ownApp({ OWNER_EMAIL: 'owner@example.com', LOG_LEVEL: 'silent', ...env }, replaced)
  const cookie = await app.asAdmin()
  const sign = (signature: unknown) =>
    app.json('/api/settings/signature', { method: 'PUT', cookie, json: { signature } })
  const { post, list, reply: send } = contactCalls(() => ({ app, cookie }))
  const reply = async (text: string) => {
    await post()
    expect((await send((await list()).contacts[0].id, { replyBody: text })).status).toBe(200)
    return (await app.emails()).find(({ subject }) => subject === 'Re: A site')
  }
  return { app, cookie, sign, post, reply }
}

test('every email carries brand, URL and a logo that is part of it, as text and as HTML', async () => {
  const { app, cookie, post, reply } = await started()
  await post()
  await app.requestReset('admin@example.com')
  await reply('Yes.')
  expect((await app.json('/api/settings/test-mail', { method: 'POST', cookie, json: {} })).status).toBe(200)
  const emails = await app.emails()
  expect(emails.length).toBeGreaterThanOrEqual(4)
  const { brand } = (await app.context.site.current()).content.name
  for (const { subject, text = '', html = '', attachments } of emails) {
    expect(text, subject).toMatch(new RegExp(`\\n\\n${brand}\\n${app.context.config.publicUrl}\\s*$`))
    expect(html, subject).toContain(`>${brand}</bdi></p>`)
    expect(html, subject).toContain('<meta name="color-scheme" content="light dark">')
    const [logo] = attachments
    expect(logo).toMatchObject({ disposition: 'inline', contentId: '<logo@portfolio>' })
    expect(html, subject).toContain('src="cid:logo@portfolio"')
    // Nothing is loaded from anywhere when it is read.
    expect(html, subject).not.toMatch(/(?:src|background)="(?!cid:)|url\(|<link/)
    const bytes = Buffer.from((logo?.content ?? '') as ArrayBuffer)
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  }
})

test.each([
  ['Студия «Нåрд», "A" <b@c.d>', {}, 'Студия «Нåрд», "A" <b@c.d>', 'no-reply@localhost'],
  ['Studio Nord', { MAIL_FROM: 'mail@studio.example' }, 'Studio Nord', 'mail@studio.example'],
  ['Studio Nord', { MAIL_FROM: 'Juno <juno@studio.example>' }, 'Juno', 'juno@studio.example'],
])('every email of %s comes from its name, with %j', async (brand, env, name, address) => {
  const { reply } = await started(env, { defaults: namedContent(brand) })
  expect((await reply('Yes.'))?.from).toEqual({ name, address })
})

test('the signature is cleaned, limited, empty at first, and stands between the reply and the original, as text, in no other email', async () => {
  const { app, cookie, sign, post, reply } = await started()
  const read = async () => (await app.json('/api/settings/signature', { cookie })).body.signature
  expect(await read()).toBe('')
  expect((await sign('x'.repeat(501))).status).toBe(400)
  expect((await sign(' Juno <b>Balint</b>\r\nBcc: all@example.com\u0000 ')).status).toBe(200)
  expect(await read()).toBe('Juno <b>Balint</b>\nBcc: all@example.com')
  const email = await reply('Spring is free.')
  expect(email?.text).toMatch(
    /^Spring is free\.\n\nJuno <b>Balint<\/b>\nBcc: all@example\.com\n\nOn .+ wrote:/,
  )
  expect(email?.html).toContain('<p dir="auto">Juno &lt;b&gt;Balint&lt;/b&gt;<br>Bcc: all@example.com</p>')
  expect(email?.bcc ?? []).toEqual([])
  await post({ message: 'Another one' })
  const others = (await app.emails()).filter(({ subject }) => subject !== 'Re: A site')
  expect(others.length).toBeGreaterThan(0)
  for (const { text } of others) expect(text).not.toContain('Bcc:')
})

test('a reply with Markdown shows it in the HTML as About does, without scripts and paths of this site; the text is as typed', async () => {
  const { reply } = await started()
  const typed =
    'Hello Vera,\n**Spring** is free:\n\n2. a *call*\n3. a [draft](https://x.example/?a="b")\n\n- <b>one</b> & [two](javascript:alert(1)) [three](/login)'
  const email = await reply(typed)
  expect(email?.text).toContain(`${typed}\n\nOn `)
  for (const html of [
    '<p dir="auto">Hello Vera,<br><strong>Spring</strong> is free:</p>',
    '<ol dir="auto" start="2"><li dir="auto">a <em>call</em></li>',
    'href="https://x.example/?a=%22b%22"',
    '<li dir="auto">&lt;b&gt;one&lt;/b&gt; &amp; [two](javascript:alert(1)) three</li></ul>',
  ])
    expect(email?.html).toContain(html)
})

test('a reply of somebody who knows no Markdown is shown as it was typed: signature, indented address, URL', async () => {
  const { reply } = await started()
  const url = 'https://x.example/_a_/b*c'
  const email = await reply(
    `I am glad to help.\nBest regards\n--\nMax\n\n    Hauptstr. 1\n    Bonn\n\n${url} mailto:evil@x.example`,
  )
  expect(email?.html).not.toContain('mailto:evil@x.example"')
  expect(email?.html).toContain('<p dir="auto">I am glad to help.<br>Best regards<br>--<br>Max</p>')
  expect(email?.html).toContain('<p dir="auto">Hauptstr. 1<br>Bonn</p>')
  expect(email?.html).toContain(`<a href="${url}" style="color:#1a1e2b">${url}</a>`)
})
