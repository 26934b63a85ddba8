// The uploads that the site's content names, checked when it is published.
import type { Transaction } from 'kysely'
import { Problem } from '../../contract/problem.ts'
import { type SiteContent, uploadsIn } from '../../contract/site.ts'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { missingUploads } from '../images/named-uploads.ts'

/** @throws Problem 'invalid' for each field that names no stored upload of its kind */
export async function checkImages(
  context: Pick<AppContext, 'now'>,
  tx: Transaction<Tables>,
  content: SiteContent,
): Promise<void> {
  const missing = await missingUploads(context, tx, uploadsIn(content))
  if (missing.length === 0) return
  const message = 'This image is not stored any more. Choose it again.'
  const fields = Object.fromEntries(missing.map(({ path }) => [`content.${path}`, message]))
  throw new Problem('invalid', message, { fields })
}
