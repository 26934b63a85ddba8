// Checks the site of one project at once, for an admin who waits for it.
import type { PreviewCheck } from '../../contract/preview-check.ts'
import { Problem } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import type { Limit } from '../http/limits.ts'
import { count } from '../http/rate-limit.ts'
import { claim, giveBack, noteNoNetwork, storeFinding } from './check-claims.ts'
import { checksOf } from './check-rows.ts'
import { emailDeadLinks } from './dead-links.ts'
import { NoNetwork } from './site-check.ts'

/** Its site belongs to somebody else. */
const ofItem: Limit = {
  name: 'preview-check',
  max: 6,
  within: 10 * 60_000,
  message: 'This project has been checked often enough for now.',
}

/** @throws Problem 'conflict' while checks are off or one is under way; 'unknown'; 'too-many'; 'unavailable' */
export async function checkNow(context: AppContext, id: string): Promise<PreviewCheck> {
  if (!context.config.previewCheck)
    throw new Problem('conflict', 'The server checks no projects: PREVIEW_CHECK is off.')
  const known = (await checksOf(context, [id]))[id]
  if (!known) throw new Problem('unknown', 'This portfolio no longer exists.')
  await count(context, ofItem, id)
  const row = await claim(context, id)
  if (!row) throw new Problem('conflict', 'This project is being checked. Please try again in a minute.')
  // Our own page.
  if (row.due_at === null) {
    await giveBack(context, row)
    return known
  }
  try {
    const finding = await context.siteChecker.check(context.config.publicUrl, row.url)
    const check = await storeFinding(context, row, finding)
    if (!check)
      throw new Problem('conflict', 'The project was saved during the check. Please check it again.')
    await emailDeadLinks(context)
    return check
  } catch (error) {
    if (error instanceof NoNetwork) await noteNoNetwork(context, row)
    await giveBack(context, row)
    if (!(error instanceof NoNetwork)) throw error
    throw new Problem(
      'unavailable',
      'This server has no way to the internet, or no DNS: nothing could be checked.',
      {
        cause: error,
      },
    )
  }
}
