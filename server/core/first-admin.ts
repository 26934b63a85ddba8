// Who becomes admin: named by the environment or the command line, or holding the link that the start prints.
import { site } from '../../content/site.ts'
import { looksLikeEmail } from '../../contract/text.ts'
import { isCommon } from './common-passwords.ts'
import { type AppContext, iso, newId } from './context.ts'
import { issue } from './one-time-tokens.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.ts'

/**
 * Makes sure that somebody can become or is admin (decision 15). While no admin has a password, either
 * ADMIN_EMAIL and ADMIN_PASSWORD make one, or each start prints a new link to choose the owner's.
 * @param print tells the person who started the server; the log would keep the link.
 */
export async function ensureAdmin(
  context: AppContext,
  print: (line: string) => void = toTerminal,
): Promise<void> {
  const { admin, ownerEmail } = context.config
  if (await hasAdmin(context)) return removePlaceholder(context)
  if (admin) {
    const id = await makeAdmin(context, admin.email, admin.name, await hashPassword(admin.password))
    await removePlaceholder(context)
    if (isCommon(admin.password, admin))
      context.log.warn('ADMIN_PASSWORD is a common password: sign in and change it')
    context.log.info({ who: id, what: 'made admin by ADMIN_EMAIL' }, 'audit')
    return
  }
  const email = ownerEmail ?? (await waitingAdmin(context)) ?? placeholder(context)
  const id = await makeAdmin(context, email, email === placeholder(context) ? site.owner.name : null)
  print(`No admin yet. You will sign in as ${email}; choose a password within 60 minutes at`)
  print(await passwordLink(context, id, email))
}

/**
 * Makes the address an admin, creating the account if needed. An account whose address nobody has proved loses its
 * password and its sessions first: whoever registered it need not be the person meant here.
 * @param passwordHash the password to set; it ends the account's sessions.
 * @returns the id of the account.
 */
export async function makeAdmin(
  context: AppContext,
  email: string,
  name: string | null,
  passwordHash?: string,
): Promise<string> {
  return context.db.transaction().execute(async (tx) => {
    const verified = passwordHash ? { email_verified_at: iso(context) } : {}
    const row = await tx
      .insertInto('users')
      .values({
        id: newId(),
        name: name ?? email,
        email,
        password_hash: passwordHash ?? null,
        role: 'admin',
        avatar: null,
        email_verified_at: null,
        created_at: iso(context),
        ...verified,
      })
      .onConflict((conflict) =>
        conflict.column('email').doUpdateSet({ role: 'admin', ...(name ? { name } : {}), ...verified }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    if (passwordHash || !row.email_verified_at) {
      await tx
        .updateTable('users')
        .set({ password_hash: passwordHash ?? null })
        .where('id', '=', row.id)
        .execute()
      await endSessionsOf(tx, row.id)
    }
    return row.id
  })
}

/** A link for whoever reads this terminal; good for 60 minutes and one use, like any reset link. */
export async function passwordLink(context: AppContext, userId: string, email: string): Promise<string> {
  const token = await issue(context, context.db, { purpose: 'reset', userId, email, letterId: newId() })
  return `${context.config.publicUrl}/reset-password/${token}`
}

async function hasAdmin(context: AppContext): Promise<boolean> {
  const row = await context.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** An admin whose link was printed before and not used, such as one made by `npm run admin`. */
async function waitingAdmin({ db }: AppContext): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.email
}

/** Without OWNER_EMAIL there is still something to sign in with; it can be changed in the dashboard. */
function placeholder({ config }: AppContext): string {
  const address = `owner@${new URL(config.publicUrl).hostname}`
  return looksLikeEmail(address) ? address : 'owner@my.localhost'
}

/** With a real admin, an owner who never chose a password is a door that nobody needs. */
async function removePlaceholder(context: AppContext): Promise<void> {
  await context.db
    .deleteFrom('users')
    .where('email', '=', placeholder(context))
    .where('role', '=', 'admin')
    .where('password_hash', 'is', null)
    .execute()
}

function toTerminal(line: string): void {
  process.stdout.write(`${line}\n`)
}
