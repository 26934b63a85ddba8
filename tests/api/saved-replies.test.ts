// Saved replies, and the link that opens a mail program.

import { beforeEach, describe, expect, test } from 'vitest'
import { maxSavedReplies } from '../../contract/limits.ts'
import { mailLink } from '../../contract/messages.ts'
import type { SavedReply } from '../../contract/responses/messages.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(async () => {
  await app.context.db.deleteFrom('saved_replies').execute()
})

const path = '/api/admin/saved-replies'
const add = (json: object) => app.json(path, { cookie, json })
const titles = async () =>
  (await app.json(path, { cookie })).body.replies.map(({ title }: SavedReply) => title)

describe('a saved reply', () => {
  test('is added, listed by title, changed and deleted', async () => {
    const { status, body } = await add({ title: ' Thanks ', body: 'Hi {name},\r\nthank you.' })
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: 'Reply saved.',
        reply: { id: body.reply.id, title: 'Thanks', body: 'Hi {name},\nthank you.' },
      },
    ])
    await add({ title: 'Booked', body: 'Sorry.' })
    expect(await titles()).toEqual(['Booked', 'Thanks'])
    const one = `${path}/${body.reply.id}`
    const changed = await app.json(one, { cookie, method: 'PUT', json: { title: 'A', body: 'b' } })
    expect([changed.status, changed.body.reply]).toEqual([200, { id: body.reply.id, title: 'A', body: 'b' }])
    expect(await titles()).toEqual(['A', 'Booked'])
    expect((await app.json(one, { cookie, method: 'DELETE' })).status).toBe(200)
    expect((await app.json(one, { cookie, method: 'DELETE' })).status).toBe(404)
    expect((await app.json(one, { cookie, method: 'PUT', json: { title: 'A', body: 'b' } })).status).toBe(404)
    expect(await titles()).toEqual(['Booked'])
  })

  test('beyond the most is rejected when several are added at the same moment', async () => {
    for (let n = 1; n < maxSavedReplies; n++) await add({ title: `T${n}`, body: 'B' })
    await Promise.all(Array.from({ length: 8 }, (_, n) => add({ title: `at once ${n}`, body: 'B' })))
    expect(await titles()).toHaveLength(maxSavedReplies)
  })
})

describe('the link to a mail program', () => {
  test('has the email in it, encoded', () => {
    const link = new URL(mailLink('vera+x@example.org', 'Re: A & B?', 'Hello,\n50 % #1 é 😀'))
    expect([link.protocol, decodeURIComponent(link.pathname)]).toEqual(['mailto:', 'vera+x@example.org'])
    expect([...link.searchParams]).toEqual([
      ['subject', 'Re: A & B?'],
      ['body', 'Hello,\r\n50 % #1 é 😀'],
    ])
    expect(mailLink('a@b.example?bcc=c@d.example', 's&cc=x', 'b')).not.toMatch(/[?&]b?cc=/)
  })

  test('is cut off between two characters where it is too long', () => {
    const link = mailLink('vera@example.org', 'Re', '😀'.repeat(5_000))
    expect(link.length).toBeLessThanOrEqual(1_900)
    expect(new URL(link).searchParams.get('body')).toMatch(/^(?:😀)+$/u)
    expect(() => mailLink('a@b.example', 's', '\ud83d lone')).not.toThrow()
  })
})
