// The calls of the site editor as tests make them.

import { beforeEach } from 'vitest'
import type { StoredSite } from '../../contract/responses/site.ts'
import type { SiteContent, SiteImageKind } from '../../contract/site.ts'
import { sharedApp } from './shared-app.ts'
import type { Running } from './start.ts'

export const sitePath = '/api/admin/site'

/** @param given the app and the cookie of an admin */
export function siteCalls(given: () => { app: Running; cookie: string }) {
  const read = async (version?: number): Promise<StoredSite> => {
    const { app, cookie } = given()
    return (await app.json(version === undefined ? sitePath : `${sitePath}/versions/${version}`, { cookie }))
      .body
  }
  /** `from`, or the delivered content, with one thing changed. */
  const changed = async (change: (content: SiteContent) => void, from?: SiteContent) => {
    const content = structuredClone(from ?? (await read(0)).content)
    change(content)
    return content
  }
  return {
    read,
    changed,
    withLine: (line: string, from?: SiteContent) =>
      changed((content) => {
        content.hero.line = line
      }, from),
    put: (json: unknown, as = given().cookie) =>
      given().app.json(sitePath, { method: 'PUT', json, cookie: as }),
    /** @returns the name by which content may name the image */
    upload: async (image: Blob, kind: SiteImageKind = 'image'): Promise<string> => {
      const { app, cookie } = given()
      const { status, body } = await app.json(`${sitePath}/images`, { cookie, form: { kind, image } })
      if (status !== 201) throw new Error(`the response to the upload was ${status}: ${body.message}`)
      return body.name
    },
    text: async (page: string) => (await given().app.send(page)).text(),
  }
}

/** An app with pages and an admin, on which nothing is published at the start of each test. */
export function sharedSite() {
  const given = { app: undefined as unknown as Running, cookie: '' }
  sharedApp(
    async (started) => {
      given.app = started
      given.cookie = await started.asAdmin()
    },
    {},
    { pages: true },
  )
  beforeEach(async () => {
    await given.app.context.db.deleteFrom('site_versions').execute()
    given.app.context.changes.emit('portfolio')
  })
  return { given, ...siteCalls(() => given) }
}
