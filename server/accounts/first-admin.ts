// The first admin: named by the environment, or created with the link that the start prints.
import type { AppContext } from '../context.ts'
import { hasAdmin, makeAdmin } from './make-admin.ts'
import { setupLink, voidSetupLinks } from './setup.ts'

/**
 * Makes sure that there is an admin or a way to create one. While no admin has a password, either ADMIN_EMAIL and
 * ADMIN_PASSWORD make one, or each start prints a new link that creates the owner's account.
 * @param print shows the link to the user who started the server; in the log it would be stored.
 */
export async function ensureAdmin(
  context: AppContext,
  print: (line: string) => void = toTerminal,
): Promise<void> {
  const { admin } = context.config
  const exists = await hasAdmin(context.db)
  if (!exists && !admin) {
    const link = await setupLink(context)
    return print(`No owner yet. Create the owner's account within 60 minutes, this link works once: ${link}`)
  }
  if (!exists && admin) {
    const passwordHash = await context.passwordHasher.hash(admin.password)
    const id = await makeAdmin(context, admin.email, admin.name, passwordHash)
    context.log.info({ event: 'admin.created', userId: id }, 'ADMIN_EMAIL is an admin')
  }
  await voidSetupLinks(context.db)
}

function toTerminal(line: string): void {
  process.stdout.write(`${line}\n`)
}
