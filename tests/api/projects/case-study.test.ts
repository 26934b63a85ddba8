// Case studies: their blocks, what publishing needs, the uploads that blocks name, the page, and who sees that of a draft.
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, inject, test } from 'vitest'
import type { Block } from '../../../contract/case-study.ts'
import { videoBytes } from '../../../contract/limits.ts'
import { backUp, emptyPlace, restore } from '../../support/backups.ts'
import { callsOf, invalid, storedImages } from '../../support/calls.ts'
import { sharedStorage } from '../../support/peers/object-storage.ts'
import { png } from '../../support/sample-images.ts'
import { day, ownApp, sharedApp } from '../../support/start.ts'

const app = await sharedApp({}, { pages: true })
let cookie = await app.asAdmin()
const storage = await sharedStorage()
beforeEach(() => app.empty('projects'))

const { add, added, update, list } = callsOf(() => ({ app, cookie })).projects
const { upload } = callsOf(() => ({ app, cookie })).site
const json = (...blocks: unknown[]) => JSON.stringify(blocks)
const page = async (path: string) => {
  const response = await app.send(path, { headers: { accept: 'text/html' } })
  return { status: response.status, text: await response.text() }
}
const mp4 = await readFile('content/demo/case-fjordlys/day.mp4')
const sendVideo = (bytes: Uint8Array<ArrayBuffer>, type = 'video/mp4') =>
  app.json('/api/videos', { cookie, file: new File([bytes], 'day.mp4', { type }) })
/** The cleanup jobs as they run some days later. They end sessions, too. */
const cleanUpAfter = async (days: number) => {
  await app.cleanUp(days * day)
  cookie = await app.asAdmin(`later-by-${days}@example.com`)
}

const text: Block = { kind: 'text', heading: 'Asked', text: 'A *quiet* page.' }
const picture = (image: string, alt = 'Rooms'): Block => ({
  kind: 'picture',
  size: 'wide',
  pictures: [{ image, alt }],
  caption: '',
})

test('blocks are cleaned, stored, told to admins as they are, shown with their Markdown, and stay where an update sends none', async () => {
  const { id } = await added({ blocks: json({ ...text, heading: ' Asked\u202e ' }), opens: 'case-study' })
  const nodes = [{ tag: 'p', children: ['A ', { tag: 'em', children: ['quiet'] }, ' page.'] }]
  const blocks = [{ kind: 'text', heading: 'Asked', text: nodes }]
  await update(id, { status: 'draft' })
  expect((await app.json(`/api/portfolio/${id}`, { cookie })).body).toMatchObject({
    blocks: [text],
    portfolio: { opens: 'case-study', hasCaseStudy: true, caseStudy: { blocks } },
  })
  expect((await list()).portfolios[0]).not.toHaveProperty('caseStudy')
  const cleared = (await update(id, { blocks: '[]', opens: 'preview' })).body.portfolio
  expect([cleared.opens, cleared.hasCaseStudy]).toEqual(['preview', undefined])
})

test.each([
  ['no JSON', '{', 'The blocks could not be read.'],
  ['41', json(...Array(41).fill(text)), 'A case study has at most 40 blocks.'],
  ['unknown', json(text, { kind: 'html' }), expect.stringMatching(/^Block 2: /)],
  ['foreign image', json(picture('../x')), 'Block 1: Choose an image again.'],
  [
    'missing image',
    json(picture(`${'a'.repeat(24)}-40x30`)),
    'Picture 1 of block 1 is not stored any more. Choose it again.',
  ],
  [
    'script',
    json(text, { kind: 'video', source: 'javascript:alert(1)//youtube.com/watch?v=aaaaaaaaaaa' }),
    'Block 2: Enter a URL of a video on YouTube or Vimeo, or upload one.',
  ],
])('blocks that are no blocks (%s) are rejected at their field', async (_, blocks, message) => {
  expect(await add({ blocks })).toMatchObject(invalid('blocks', message))
  expect((await list()).total).toBe(0)
})

test('blocks may be unfinished in a draft, which no way of publishing publishes', async () => {
  const image = await upload(await png())
  const unfinished: [object, string][] = [
    [{ ...text, text: '' }, 'Block 2 needs a text'],
    [picture(image, ''), 'Picture 1 of block 2 needs a description'],
    [{ ...picture(image), size: 'pair' }, 'Picture 2 of block 2 is missing. Choose it'],
    [{ kind: 'video', source: '', poster: '', caption: '' }, 'Block 2 needs a video'],
  ]
  const { id } = await added()
  const other = await added({ pname: 'Other' })
  const bulk = { cookie, json: { ids: [other.id, id], status: 'published' } }
  for (const [block, missing] of unfinished) {
    const blocks = json(text, block)
    const message = `${missing} before the project is published.`
    const rejected = (said = message) => ({ status: 400, body: { errors: { blocks: said } } })
    expect((await update(id, { blocks, status: 'draft' })).status).toBe(200)
    expect(await update(id)).toMatchObject(rejected())
    expect(await update(id, { blocks })).toMatchObject(rejected())
    expect(await add({ pname: 'New', blocks, status: 'published' })).toMatchObject(rejected())
    const together = await app.json('/bulk-update-status', bulk)
    expect(together).toMatchObject(rejected(`Fjord Hotel: ${message}`))
  }
  expect((await list('status=published')).total).toBe(0)
  await update(id, { blocks: json(text, picture(image)), status: 'draft' })
  expect((await app.json('/bulk-update-status', bulk)).body.updated).toBe(2)
})

test('uploads that blocks name stay, also of a draft, as long as the project; a logo is none of them', async () => {
  const named = await upload(await png())
  const logo = await upload(await png(), 'logo')
  const { id } = await added({ blocks: json(picture(named, '')) })
  const { body } = await update(id, { blocks: json(picture(logo)) })
  expect(body.errors.blocks).toMatch(/not stored any more/)
  await cleanUpAfter(31)
  expect(await storedImages(app)).toContain(named)
  await app.json(`/delete/${id}`, { method: 'DELETE', cookie })
  await cleanUpAfter(32)
  expect(await storedImages(app)).not.toContain(named)
})

const range = async (path: string, range?: string, from = app) => {
  const response = await from.send(path, range ? { headers: { range } } : {})
  const { status, headers } = response
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status, headers, bytes, range: headers.get('content-range') }
}

test('a video is an MP4 by its first bytes, of at most 50 MB, and is sent whole or in the ranges that players request, cached for long', async () => {
  for (const wrong of [Buffer.from('<html>ftyp</html>'), new Uint8Array()])
    expect((await sendVideo(wrong)).status).toBe(415)
  expect(await sendVideo(new Uint8Array(videoBytes + 1))).toMatchObject({
    status: 413,
    body: { errors: { video: 'The video may have at most 50 MB.' } },
  })
  const { status, body } = await sendVideo(mp4)
  expect([status, body.name]).toEqual([201, expect.stringMatching(/^[\da-f]{24}-\d+$/)])
  const path = `/uploads/${body.name}/video.mp4`
  const whole = await range(path)
  expect([whole.status, whole.bytes.equals(mp4)]).toEqual([200, true])
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(mp4.length),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; media-src 'self'; frame-ancestors 'none'",
  })
  const last = mp4.length - 1
  for (const [asked, from, to] of [
    [`bytes=100-${mp4.length + 5}`, 100, last],
    ['bytes=-10', last - 9, last],
  ] as const) {
    const part = await range(path, asked)
    expect([part.status, part.range]).toEqual([206, `bytes ${from}-${to}/${mp4.length}`])
    expect(part.bytes.equals(mp4.subarray(from, to + 1)), asked).toBe(true)
  }
  const beyond = { status: 416, range: `bytes */${mp4.length}` }
  expect(await range(path, `bytes=${mp4.length}-`)).toMatchObject(beyond)
  expect((await app.send(`/uploads/${'f'.repeat(24)}-100/video.mp4`)).status).toBe(404)
})

test('a video is in a backup and its restore, and moves with them to S3', async () => {
  const { name } = (await sendVideo(mp4)).body
  await added({ blocks: json({ kind: 'video', source: name, poster: '', caption: '' }) })
  await app.context.images.settled()
  const { file: archive, missingImages } = await backUp(app.place)
  expect(missingImages).toEqual([])
  const bucket = await storage.bucket()
  const copy = { ...(await emptyPlace(inject('postgres'))), STORAGE_URL: bucket.url }
  await restore(archive, copy)
  const moved = await ownApp(copy)
  const path = `/uploads/${name}/video.mp4`
  expect((await range(path, undefined, moved)).bytes.equals(mp4)).toBe(true)
  const part = await range(path, 'bytes=5-9', moved)
  expect([part.status, part.bytes.equals(mp4.subarray(5, 10))]).toEqual([206, true])
})

const facts = { summary: 'Nine rooms.', role: 'Design', year: '2025', client: 'Fjordlys', tools: 'Figma' }
const path = '/portfolio/fjord-hotel/case-study'

test('the page exists for a published project with blocks, with its facts for search engines and link previews', async () => {
  const older = await added({ pname: 'Older', status: 'published' })
  const image = await upload(await png(700, 500))
  const { id } = await added({ ...facts, blocks: json(text, picture(image)), opens: 'case-study' })
  expect((await page(path)).status).toBe(404)
  await update(id)
  const { status, text: html } = await page(path)
  expect(status).toBe(200)
  expect(html).toContain('<title>Fjord Hotel | Case study | Juno Balint</title>')
  for (const part of [
    `<link rel="canonical" href="${app.context.config.publicUrl}${path}"/>`,
    '<meta name="description" content="Nine rooms."/>',
    '<p>A <em>quiet</em> page.</p>',
    'alt="Rooms"',
    '<dd>Figma</dd>',
    `href="/portfolio/${older.id}"`,
  ])
    expect(html).toContain(part)
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '')
  expect(data).toMatchObject({ '@type': 'CreativeWork', name: 'Fjord Hotel', description: facts.summary })
  const named = ['/sitemap.xml', '/portfolio', '/portfolio/fjord-hotel']
  for (const where of named) expect((await page(where)).text, where).toContain(path)
  // Cached, and fresh after a change; without blocks there is none.
  await update(id, { summary: 'Ten rooms.' })
  expect((await page(path)).text).toContain('Ten rooms.')
  await update(id, { blocks: '[]' })
  for (const where of named) expect((await page(where)).text, where).not.toContain(path)
  for (const none of [path, '/portfolio/%00/case-study']) expect((await page(none)).status).toBe(404)
})

test('the page of a draft is shown by its client link, first where the project opens with it', async () => {
  const { id } = await added({ ...facts, blocks: json(text) })
  await added({ pname: 'Other', status: 'published' })
  const { url } = (await app.json(`/api/portfolio/${id}/client-links`, { cookie, json: {} })).body
  const { pathname } = new URL(url)
  const shown = async (query = '') => {
    const { status, text } = await page(`${pathname}${query}`)
    return [status, text.includes('<em>quiet</em>'), text.includes('href="?view=case-study"')]
  }
  expect(await shown()).toEqual([200, false, true])
  expect(await shown('?view=case-study')).toEqual([200, true, false])
  await update(id, { status: 'draft', opens: 'case-study' })
  expect(await shown()).toEqual([200, true, false])
  expect(await shown('?view=preview&x=1')).toEqual([200, false, true])
  const { text: html } = await page(pathname)
  for (const secret of [pathname.slice(3), '/portfolio/', 'Other']) expect(html).not.toContain(secret)
})
