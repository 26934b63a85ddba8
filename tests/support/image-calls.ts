// Calls for the images of a project beyond its cover.
import sharp from 'sharp'
import type { PortfolioItem } from '../../contract/responses/projects.ts'
import { file } from './sample-images.ts'
import type { Running } from './start.ts'

/** @param admin returns the app and the cookie of its admin; called at each call. */
export function imageCalls(admin: () => { app: Running; cookie: string }) {
  const at = (id: string, rest: string) => `/api/portfolio/${id}/${rest}`
  const page = (id: string, image: Blob, device = 'desktop', as = admin().cookie) =>
    admin().app.json(at(id, `pages/${device}`), { method: 'PUT', cookie: as, form: { image } })
  const dropPage = (id: string, device: string, as = admin().cookie) =>
    admin().app.json(at(id, `pages/${device}`), { method: 'DELETE', cookie: as })
  const more = (id: string, image: Blob, alt?: string, as = admin().cookie) =>
    admin().app.json(at(id, 'images'), { cookie: as, form: { image, ...(alt === undefined ? {} : { alt }) } })
  const changeImage = (id: string, image: string, json: object, as = admin().cookie) =>
    admin().app.json(at(id, `images/${image}`), { method: 'PUT', cookie: as, json })
  const dropImage = (id: string, image: string, as = admin().cookie) =>
    admin().app.json(at(id, `images/${image}`), { method: 'DELETE', cookie: as })
  const images = (id: string, as = admin().cookie) => admin().app.json(at(id, 'images'), { cookie: as })
  /** As visitors get the project. */
  const shown = async (id: string): Promise<PortfolioItem | undefined> =>
    (await admin().app.json(`/getportfolio/public?id=${id}`)).body.portfolios[0]
  return { page, dropPage, more, changeImage, dropImage, images, shown }
}

/** Blue above the row, red from there on. */
export async function longPage(width: number, height: number, row: number): Promise<File> {
  const blue = await sharp({ create: { width, height: row, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 0, top: 0 }])
    .png()
    .toBuffer()
  return file(bytes, 'page.png', 'image/png')
}
