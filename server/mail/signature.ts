// The owner's signature, which ends every reply to a visitor.
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

const name = 'signature'

/** Several lines; empty until an admin has written one. */
export async function readSignature({ db }: Pick<AppContext, 'db'>): Promise<string> {
  return (await readSetting(db, name)) ?? ''
}

export function saveSignature(db: Database, value: string): Promise<void> {
  return writeSetting(db, name, value)
}
