// What the pages would show of content that is not published.
import type { SiteContent } from '../../contract/site.ts'
import { ownerDrawing } from '../brand/share-drawing.ts'
import type { AppContext } from '../context.ts'

export async function previewOf(context: AppContext, content: SiteContent) {
  const draft = context.site.draft(content)
  const { book, reach, words } = draft
  const mark = await book.ownMark()
  const [brand, home, { svg }] = await Promise.all([
    draft.brand(),
    draft.home(),
    ownerDrawing(book, mark, context.config.publicUrl),
  ])
  const drawn = { mark, share: svg }
  const legal = { imprint: draft.legal('imprint') ?? [], privacy: draft.legal('privacy') ?? [] }
  return { brand, words, reach, home, about: draft.about(), contact: draft.contact(), legal, drawn }
}
