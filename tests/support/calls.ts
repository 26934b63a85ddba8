// Calls of the API as tests make them, valid values for them, and what their responses are.
import { expect } from 'vitest'
import type { AuditEvent } from '../../contract/responses/dashboard.ts'
import type { Project } from '../../contract/responses/projects.ts'
import type { StoredSite } from '../../contract/responses/site.ts'
import type { SiteContent } from '../../contract/site.ts'
import type { UploadKind } from '../../contract/uploads.ts'
import type { Sent } from './request.ts'
import { png } from './sample-images.ts'
import type { Running } from './start.ts'

export const goodMessage = {
  name: 'Vera Visitor',
  email: 'vera@example.org',
  subject: 'A site',
  message: 'Hello,\nhow much is one?',
}
export const sent = { success: true, message: 'Message sent successfully!' }
export const goodReply = { replySubject: 'Re: A site', replyBody: 'Hello Vera,\n\nabout 2,000.' }

export const goodProject = {
  pname: 'Fjord Hotel',
  purl: 'https://fjord.example/',
  categories: 'WordPress, Print',
}
export const cover = await png()

export const sitePath = '/api/admin/site'

/** @param given the app of a test and the cookie of its admin; called at each call, because a test file starts its app later */
export function callsOf(given: () => { app: Running; cookie: string; headers?: Record<string, string> }) {
  const call = (method: string, path: string, sent: Sent = {}, cookie = given().cookie) =>
    given().app.json(path, { method, cookie, headers: given().headers ?? {}, ...sent })
  const addProject = (over?: Sent['form'], cookie?: string) =>
    call('POST', '/portfolio/add-portfolio', { form: { ...goodProject, pimage: cover, ...over } }, cookie)
  const readSite = async (version?: number): Promise<StoredSite> =>
    (await call('GET', version === undefined ? sitePath : `${sitePath}/versions/${version}`)).body
  const putSite = (json: unknown, as?: string) => call('PUT', sitePath, { json }, as)
  return {
    users: {
      update: (id: string, json: Record<string, unknown>, cookie?: string) =>
        call('PATCH', `/api/admin/users/update/${id}`, { json }, cookie),
      remove: (id: string, cookie?: string) => call('DELETE', `/api/admin/users/delete/${id}`, {}, cookie),
    },
    messages: {
      post: (over: object = {}, to = given().app) =>
        to.json('/contacts', { json: { ...goodMessage, ...over } }),
      list: async (query = '') => (await call('GET', `/contacts?${query}`)).body,
      reply: (id = '', over: object = {}, cookie?: string) =>
        call('POST', `/contacts/${id}/reply`, { json: { ...goodReply, ...over } }, cookie),
      change: (ids: unknown[], what: object) =>
        call('POST', '/contacts/bulk-update', { json: { ids, ...what } }),
    },
    projects: {
      add: addProject,
      async added(over?: Sent['form']): Promise<Project> {
        const { status, body } = await addProject(over)
        expect([status, body], body.message).toEqual([201, expect.objectContaining({ success: true })])
        return body.portfolio
      },
      update: (id: string, over?: Sent['form']) =>
        call('PUT', `/update/${id}`, { form: { ...goodProject, status: 'published', ...over } }),
      remove: (id: string) => call('DELETE', `/delete/${id}`),
      list: async (query = '') => (await call('GET', `/get-portfolios?${query}`)).body,
      /** Its screenshots. */
      page: (id: string, image: Blob, device = 'desktop') =>
        call('PUT', `/api/portfolio/${id}/pages/${device}`, { form: { image } }),
    },
    site: {
      read: readSite,
      /** The delivered content with one thing changed. */
      async changed(change: (content: SiteContent) => void): Promise<SiteContent> {
        const { content } = await readSite(0)
        change(content)
        return content
      },
      put: putSite,
      /** Changes what is published last, and publishes that. */
      async publish(change: (content: SiteContent) => void): Promise<void> {
        const { version, content } = await readSite()
        change(content)
        expect((await putSite({ content, basedOn: version })).status).toBe(200)
      },
      /** @returns the name by which content may name the image */
      async upload(image: Blob, kind: UploadKind = 'image'): Promise<string> {
        const { status, body } = await call('POST', '/api/images', { form: { kind, image } })
        expect(status, body.message).toBe(201)
        return body.name
      },
    },
  }
}

export async function eventsOf(app: Running, cookie: string, query = 'limit=100'): Promise<AuditEvent[]> {
  const { status, body } = await app.json(`/api/admin/activity?${query}`, { cookie })
  expect(status).toBe(200)
  return body.events
}

/** The names of all stored images, once no AVIF file is being made. */
export async function storedImages({ context }: Running): Promise<string[]> {
  await context.images.settled()
  return (await Array.fromAsync(context.uploads.list())).map(({ id }) => id)
}

/** A response that says in these words that a limit of an hour is used up. */
export function tooMany(sentence: string) {
  const message = expect.stringMatching(`^${sentence} Please try again in \\d+ minutes\\.$`)
  const saysWhen = (headers: Headers) => Number(headers.get('retry-after')) > 3_500
  return { status: 429, body: { code: 'too-many', message }, headers: expect.toSatisfy(saysWhen) }
}

/** Behind one trusted proxy, the client with this IP address. */
export const from = (address: string) => ({ 'x-forwarded-for': address })

/** The statuses of calls that were made at the same moment, in ascending order. */
export const statusesAtOnce = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort((a, b) => a - b)

/** A response that rejects one field. */
export const invalid = (field: string, message: unknown) => ({
  status: 400,
  body: { code: 'invalid', message, errors: { [field]: message } },
})
