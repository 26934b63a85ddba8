// The owner's signature, which ends every reply to a visitor.
import type { AppContext } from '../context.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

const name = 'signature'

/** Several lines; empty until an admin has written one. */
export async function readSignature({ db }: Pick<AppContext, 'db'>): Promise<string> {
  return (await readSetting(db, name)) ?? ''
}

export async function saveSignature(context: AppContext, userId: string, value: string): Promise<void> {
  await writeSetting(context.db, name, value)
  context.log.info({ event: 'signature.changed', userId }, 'the signature was changed')
}
