// Whether a message is held back as spam [R258]: from its text, how it was sent, and what is remembered of others.
import type { Transaction } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { memoryEvidence } from './spam-memory.ts'
import { hostOfSite, type Signs, signsOf } from './spam-signs.ts'
import { type MessageText, textEvidence } from './spam-text.ts'
import { type Evidence, type Reason, scoreOf, threshold } from './spam-weights.ts'

export interface SenderClient {
  /** The IP address, or the /64 of an IPv6 address; null where visitors may share it. */
  network: string | null
  /** The request has what every browser sends. */
  isBrowser: boolean
}

export const unknownClient: SenderClient = { network: null, isBrowser: true }

export interface Judgement {
  isSpam: boolean
  reasons: [Reason, number][]
  signs: Signs
}

/** @param elapsed what the browser reported: milliseconds since the page was opened, or anything else */
export async function judge(
  context: Pick<AppContext, 'config'>,
  tx: Transaction<Tables>,
  text: MessageText,
  elapsed: unknown,
  client: SenderClient,
): Promise<Judgement> {
  const signs = signsOf(text, client.network, hostOfSite(context.config))
  const evidence: Evidence = {
    ...textEvidence(text),
    ...timeEvidence(elapsed),
    ...(client.isBrowser ? {} : { noBrowser: 1 }),
    ...(await memoryEvidence(tx, signs, text.email)),
  }
  const { score, reasons } = scoreOf(evidence)
  return { isSpam: score >= threshold, reasons, signs }
}

function timeEvidence(elapsed: unknown): Evidence {
  if (typeof elapsed !== 'number' || !(elapsed >= 0)) return {}
  return { fast: Math.min(100, 1 + Math.floor(elapsed / 100)) }
}
