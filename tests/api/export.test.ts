// contacts.csv: every message once, as spreadsheets read it, and nothing in it that executes.

import { beforeEach, describe, expect, test } from 'vitest'
import { contactCalls } from '../support/calls.ts'
import { emptyTable } from '../support/evidence.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(async () => {
  await emptyTable(app, 'contacts')
})

const head = ['Name', 'Email', 'Subject', 'Message', 'Status', 'Date']
const { post: send, list } = contactCalls(() => ({ app, cookie }))
const post = async (over: object = {}) => {
  expect((await send(over)).status).toBe(201)
  app.pass(1000)
}
const exported = async (query = '') => {
  const response = await app.send(`/contacts/export-csv?${query}`, { cookie })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { headers: response.headers, bytes, rows: parse(bytes.subarray(3).toString('utf8')) }
}

/** As RFC 4180 has it: quoted cells, doubled quotes, CRLF between rows. Throws at anything else. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  let at = 0
  while (at < text.length) {
    const row: string[] = []
    for (;;) {
      const cell = /"((?:[^"]|"")*)"(,|\r\n)/y
      cell.lastIndex = at
      const match = cell.exec(text)
      if (!match) throw new Error(`no cell at ${at}: ${text.slice(at, at + 40)}`)
      row.push((match[1] ?? '').replaceAll('""', '"'))
      at = cell.lastIndex
      if (match[2] === '\r\n') break
    }
    rows.push(row)
  }
  return rows
}

describe('an export that another site causes', () => {
  test.each(['/contacts/export-csv', '/api/admin/activity/export-csv'])(
    'of %s is rejected and not recorded',
    async (path) => {
      const recorded = () =>
        app.context.db
          .selectFrom('audit_events')
          .select('kind')
          .where('kind', 'in', ['contacts.exported', 'activity.exported'])
          .execute()
      const before = await recorded()
      for (const site of ['cross-site', 'same-site'])
        expect((await app.send(path, { cookie, headers: { 'sec-fetch-site': site } })).status).toBe(403)
      // HEAD sends nothing of it, so nothing is recorded.
      expect((await app.send(path, { cookie, method: 'HEAD' })).status).toBe(200)
      expect(await recorded()).toEqual(before)
      expect((await app.send(path, { cookie, headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(
        200,
      )
      expect(await recorded()).toHaveLength(before.length + 1)
    },
  )
})

describe('contacts.csv', () => {
  test('is an uncached CSV file, with a header even when there is no message', async () => {
    const { headers, bytes, rows } = await exported()
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="contacts.csv"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(rows).toEqual([head])
  })

  test('preserves quotes, commas, line breaks and any script, newest first', async () => {
    const texts = ['say "hi", or ""', 'one\ntwo\n\nthree', 'a,b;c\td', 'Ünïcödé 日本語 עברית 🙂', "it's; ok"]
    for (const [n, message] of texts.entries())
      await post({ message, name: `Name ${n}, "N"`, subject: n ? message : null })
    const { rows } = await exported()
    expect(rows.slice(1).map(([name, , , message]) => [name, message])).toEqual(
      texts.map((message, n) => [`Name ${n}, "N"`, message]).toReversed(),
    )
    expect(rows.at(-1)?.[2]).toBe('')
    expect(rows[1]?.slice(4)).toEqual(['Unreplied', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)])
  })

  test('holds no cell that a spreadsheet would run, in any column', async () => {
    for (const first of ['＝', '＋', '－', '＠', '=', '+', '-', '@']) {
      const formula = `${first}cmd|' /C calc'!A0`
      await post({
        name: formula,
        subject: `${formula}"&1`,
        message: formula,
        email: `${first}a@example.org`.replace('@a', 'a'),
      })
    }
    const { rows } = await exported()
    expect(rows).toHaveLength(9)
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/)
    expect(rows[4]?.[3]).toBe("'=cmd|' /C calc'!A0")
  })

  test('says which are replied, and takes the filters of the list', async () => {
    await post({ message: 'first' })
    await post({ message: 'second' })
    const { contacts } = await list('search=first')
    await app.json(`/contacts/${contacts[0].id}/reply`, {
      cookie,
      json: { replySubject: 'Re', replyBody: 'Hi' },
    })
    const of = async (query: string) => (await exported(query)).rows.slice(1).map((row) => [row[3], row[4]])
    expect(await of('')).toEqual([
      ['second', 'Unreplied'],
      ['first', 'Replied'],
    ])
    expect(await of('status=replied')).toEqual([['first', 'Replied']])
    expect(await of('search=SECOND')).toEqual([['second', 'Unreplied']])
    expect((await of('sort=oldest')).map(([message]) => message)).toEqual(['first', 'second'])
  })
})
