// Who becomes the first admin: named by the environment, or holding the link that the start prints.
import type { AppContext } from '../context.ts'
import { passwordColumns, warnOfGuessableAdmins } from './guessable-passwords.ts'
import { warnOfUnreachableOwner } from './made-up-email.ts'
import { hasAdmin, makeAdmin } from './make-admin.ts'
import { setupLink, voidSetupLinks } from './setup.ts'

/**
 * Makes sure that somebody can become or is admin [R15]. While no admin has a password, either
 * ADMIN_EMAIL and ADMIN_PASSWORD make one, or each start prints a new link that creates the owner's account. Warns of
 * admins whose password is among the first that guessers try, ADMIN_PASSWORD included.
 * @param print tells the user who started the server; the log would keep the link.
 */
export async function ensureAdmin(
  context: AppContext,
  print: (line: string) => void = toTerminal,
): Promise<void> {
  const { admin } = context.config
  const isThere = await hasAdmin(context.db)
  if (!isThere && !admin) {
    const link = await setupLink(context)
    return print(`No owner yet. Create the owner's account within 60 minutes, this link works once: ${link}`)
  }
  if (!isThere && admin) {
    const password = await passwordColumns(context, admin.password, admin)
    const id = await makeAdmin(context, admin.email, admin.name, password)
    context.log.info({ who: id, what: 'made admin by ADMIN_EMAIL' }, 'audit')
  }
  await voidSetupLinks(context.db)
  await warnOfUnreachableOwner(context)
  await warnOfGuessableAdmins(context)
}

function toTerminal(line: string): void {
  process.stdout.write(`${line}\n`)
}
