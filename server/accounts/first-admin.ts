// The first admin: named by the environment or a command, or created with the link that the start prints.
import type * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import type { previewSetup as previewSetupCall, setUp as setUpCall } from '../../contract/setup.ts'
import { type SiteContent, siteLimits } from '../../contract/site.ts'
import { wholeWords } from '../../contract/text.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import type { UserRow } from '../db/tables.ts'
import type { AuditClient, SignedInActor } from '../http/client.ts'
import { newId } from '../ids.ts'
import { emailOwner, queueEmail } from '../mail/outbox.ts'
import { changePublicContent } from '../public-content.ts'
import { publishIn, readLive } from '../site/versions.ts'
import { iso } from '../time.ts'
import { endSessionsOf } from './guard.ts'
import { consume, find, issue, voidTokens } from './one-time-tokens.ts'
import { switchRegistration } from './registration.ts'
import { findByEmail } from './user-rows.ts'

/**
 * Makes sure that there is an admin or a way to create one. Where there is none, ADMIN_EMAIL and ADMIN_PASSWORD
 * make one; while none has a password, each start prints a new link that creates the owner's account; the previous link is void.
 * The token is in the fragment, which browsers do not send: it is in no proxy's log and in no Referer.
 * @param print shows the link to the user who started the server; in the log it would be stored.
 */
export async function ensureAdmin(context: AppContext, print: (line: string) => void): Promise<void> {
  const { config, db, log } = context
  const exists = await hasAdmin(db)
  await db.deleteFrom('one_time_tokens').where('purpose', '=', 'setup').execute()
  // Not for one who has to choose a password: the initial one would be back in force.
  if (config.admin && !(await hasAdmin(db, { whoCanSignIn: false }))) {
    const { email, name, password } = config.admin
    const passwordHash = await context.passwordHasher.hash(password)
    // The operator of the server vouches for the email address.
    const admin = { email, name, passwordHash, isVerified: true }
    const { id } = await db.transaction().execute((tx) => promote(context, tx, admin))
    log.info({ event: 'admin.created', userId: id }, 'ADMIN_EMAIL is an admin')
  } else if (!exists) {
    const link = `${config.publicUrl}/setup#${await issue(context, 'setup', null)}`
    print(`No owner yet. Create the owner's account within 60 minutes, this link works once: ${link}`)
  }
}

/** Whether there is an admin, and one with a password unless others count, too. */
async function hasAdmin(db: Pick<Tx, 'selectFrom'>, { whoCanSignIn = true } = {}): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .$if(whoCanSignIn, (admins) => admins.where('password_hash', 'is not', null))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Checking does not use the link up.
 * @throws Problem 'invalid', the same for a used, an expired and an invented link.
 */
export async function checkSetup(context: AppContext, token: string): Promise<void> {
  if (!(await find(context, ['setup'], token)) || (await hasAdmin(context.db))) throw invalidLink()
}

/** @throws Problem 'invalid' as `checkSetup`. */
export async function previewSetup(
  context: AppContext,
  { token, ...own }: z.output<typeof previewSetupCall.body>,
) {
  await checkSetup(context, token)
  const { content } = await readLive(context)
  return context.site.draft(named(content, own)).preview(context.config.publicUrl)
}

/**
 * Creates the owner's account, once: an admin with this password. The email address is verified by an email to it,
 * because it may be mistyped, unless it is OWNER_EMAIL. Nobody is signed in.
 * @returns whether the email address counts as verified.
 * @throws Problem 'invalid' as `checkSetup`; 'unavailable' while too many others hash.
 */
export async function setUp(
  context: AppContext,
  { token, password, useForSite, registrationEnabled, ...own }: z.output<typeof setUpCall.body>,
  client: AuditClient,
): Promise<{ isVerified: boolean }> {
  const { name, email } = own
  // Saves the hash for an invalid link.
  await checkSetup(context, token)
  const passwordHash = await context.passwordHasher.hash(password)
  // The account and the site, both or neither: with an account the link would not work again.
  const created = await changePublicContent(context, async (tx) => {
    if (!(await consume(context, tx, ['setup'], token)) || (await hasAdmin(tx))) throw invalidLink()
    const isVerified = email === context.config.ownerEmail
    const user = await promote(context, tx, { email, name, passwordHash, isVerified })
    await switchRegistration(tx, registrationEnabled)
    // The address may have been verified before, by a registration.
    if (!user.email_verified_at)
      await queueEmail(context, tx, { kind: 'verify', recipient: email, user_id: user.id })
    await publishOwner(context, tx, { role: 'admin', id: user.id, email, client }, own, useForSite)
    return user
  })
  context.log.info({ event: 'owner.created', userId: created.id }, "the owner's account was created")
  return { isVerified: created.email_verified_at !== null }
}

type Own = Omit<z.output<typeof previewSetupCall.body>, 'token'>

/**
 * The site is in the language that the owner has chosen from now on.
 * @param useForSite it carries what else they have typed, too, and their email address on Contact
 */
async function publishOwner(
  context: AppContext,
  tx: Tx,
  by: SignedInActor,
  own: Own,
  useForSite: boolean,
): Promise<void> {
  const { content, version } = await readLive({ ...context, db: tx })
  const email = { kind: 'email' as const, value: by.email, url: '' }
  const ways = [email, ...content.contact.ways.filter(({ kind }) => kind !== 'email')]
  const published = useForSite
    ? { ...named(content, own), contact: { ...content.contact, ways } }
    : named(content, { ...own, name: '', brand: '', role: '' })
  await publishIn(context, tx, by, { content: published, basedOn: version, author: own.name })
}

/** What is empty stays as it is, but for the brand, which is the name. */
function named({ name, hero, language, ...rest }: SiteContent, own: Own): SiteContent {
  const brand = wholeWords(own.brand || own.name, siteLimits.brand) || name.brand
  const owner = wholeWords(own.name, siteLimits.owner) || name.owner
  const role = wholeWords(own.role, siteLimits.role) || hero.role
  const chosen = own.language ?? language.chosen
  return {
    ...rest,
    name: { ...name, brand, owner },
    hero: { ...hero, role },
    language: { ...language, chosen },
  }
}

function invalidLink(): Problem {
  return new Problem('invalid', 'Invalid or expired link.')
}

/**
 * As `promote`, without a password.
 * @returns a link to choose one, to be printed on the terminal: valid once and for 60 minutes; no reset request voids it.
 */
export async function makeAdmin(context: AppContext, email: string, name: string | null): Promise<string> {
  const { config, db } = context
  const admin = { email, name, passwordHash: null, isVerified: false }
  const user = await db.transaction().execute((tx) => promote(context, tx, admin))
  return `${config.publicUrl}/reset-password/${await issue(context, 'admin-link', user)}`
}

/**
 * Makes the account with this email address an admin, creating it if needed. An existing account loses its password,
 * sessions and links: somebody else may have registered it, even if the email address counts as verified, because mail
 * scanners open links. Unverified, it loses its name and avatar too. The owner is notified.
 * @param admin name: null leaves the name as it is; isVerified: the email address counts as verified from now on.
 * @returns the account as it is then.
 */
async function promote(
  context: AppContext,
  tx: Tx,
  admin: { email: string; name: string | null; passwordHash: string | null; isVerified: boolean },
): Promise<UserRow> {
  const { email, name, passwordHash, isVerified } = admin
  const before = await findByEmail(tx, email)
  const wasAdmin = before?.role === 'admin'
  const isStranger = !wasAdmin && !before?.email_verified_at
  const columns = {
    password_hash: passwordHash,
    role: 'admin',
    ...(isVerified ? { email_verified_at: iso(context) } : {}),
    ...(isStranger ? { name: email, avatar: null } : {}),
    ...(name ? { name } : {}),
  } as const
  const user = await tx
    .insertInto('users')
    .values({ id: newId(), name: email, email, created_at: iso(context), ...columns })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow()
  const { id } = user
  await endSessionsOf(tx, id)
  await voidTokens(tx, id)
  // The operator of the server set OWNER_EMAIL: no need to report it as a new admin.
  if (!wasAdmin && email !== context.config.ownerEmail)
    await emailOwner(context, tx, { kind: 'admin-added', account_id: id }, email)
  await record(context, tx, { kind: 'admin.created', by: { role: 'operator' }, target: { id, name: email } })
  return user
}
