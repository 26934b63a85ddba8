// Setup: the link that creates the owner's account, printed by a start that finds no admin who can sign in.
import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { setUp as setUpCall } from '../../contract/account.ts'
import { Problem } from '../../contract/problem.ts'
import { siteLimits } from '../../contract/site.ts'
import { type AppContext, iso } from '../context.ts'
import type { Database } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import type { Actor, AuditClient } from '../http/actor.ts'
import { queueEmail } from '../mail/outbox.ts'
import { publish, readLive } from '../site/versions.ts'
import { hasAdmin, promote } from './make-admin.ts'
import { lifetimes } from './one-time-tokens.ts'
import { switchRegistration } from './registration.ts'

type Db = Database | Transaction<Tables>

/** There is one row at most, so of two starts at the same moment only one prints a link that works. */
const id = 'owner'

/**
 * A new link; the previous one becomes void. Its token is in the fragment, which browsers do not send: it is in no
 * proxy's log and in no Referer.
 */
export async function setupLink(context: AppContext): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const link = { hash: hash(token), expires_at: iso(context, lifetimes['admin-link']) }
  await context.db
    .insertInto('setup_links')
    .values({ id, ...link })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(link))
    .execute()
  return `${context.config.publicUrl}/setup#${token}`
}

/** Called once there is an admin: no link may create another owner. */
export async function voidSetupLinks(db: Db): Promise<void> {
  await db.deleteFrom('setup_links').execute()
}

/**
 * Checking does not use the link up.
 * @throws Problem 'invalid', the same for a used, an expired and an invented link.
 */
export async function checkSetup(context: AppContext, token: string): Promise<void> {
  const link = await context.db
    .selectFrom('setup_links')
    .select('id')
    .where('hash', '=', hash(token))
    .where('expires_at', '>', iso(context))
    .executeTakeFirst()
  if (!link || (await hasAdmin(context.db))) throw invalidLink()
}

/**
 * Creates the owner's account, once: an admin with this password. The email address is verified by an email to it,
 * because it may be mistyped, unless it is OWNER_EMAIL. Nobody is signed in.
 * @returns whether the email address counts as verified.
 * @throws Problem 'invalid' as `checkSetup`; 'unavailable' while too many others hash.
 */
export async function setUp(
  context: AppContext,
  { token, useForSite, registrationEnabled, ...owner }: z.output<typeof setUpCall.body>,
  client: AuditClient,
): Promise<{ isVerified: boolean }> {
  // Saves the hash for an invalid link.
  await checkSetup(context, token)
  const { name, email } = owner
  const passwordHash = await context.passwordHasher.hash(owner.password)
  const created = await context.db.transaction().execute(async (tx) => {
    // Of two requests with one link at the same moment, the deletion lets one through.
    const used = await tx
      .deleteFrom('setup_links')
      .where('hash', '=', hash(token))
      .where('expires_at', '>', iso(context))
      .returning('id')
      .executeTakeFirst()
    if (!used || (await hasAdmin(tx))) throw invalidLink()
    const isVerified = email === context.config.ownerEmail
    const id = await promote(context, tx, { email, name, passwordHash, isVerified })
    await switchRegistration(tx, registrationEnabled)
    const user = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    // The address may have been verified before, by a registration.
    if (!user.email_verified_at)
      await queueEmail(context, tx, { kind: 'verify', recipient: email, user_id: id })
    return user
  })
  context.log.info({ event: 'owner.created', userId: created.id }, "the owner's account was created")
  context.changes.emit('jobs')
  if (useForSite) await publishOwner(context, { role: 'admin', id: created.id, email, client }, name)
  return { isVerified: created.email_verified_at !== null }
}

/** The site carries the owner's name from now on, and their email address on Contact; the role stays as it is. */
async function publishOwner(context: AppContext, by: Actor & { role: 'admin' }, name: string): Promise<void> {
  const { content: defaults } = context.site.defaults
  const { content, version } = await readLive(context, defaults)
  const email = { kind: 'email' as const, value: by.email, url: '' }
  const own = {
    ...content,
    name: {
      ...content.name,
      brand: wholeWords(name, siteLimits.brand),
      owner: wholeWords(name, siteLimits.owner),
    },
    contact: {
      ...content.contact,
      ways: [email, ...content.contact.ways.filter(({ kind }) => kind !== 'email')],
    },
  }
  await publish(context, by, { content: own, basedOn: version, author: name }, defaults)
}

/** As many of the first words as fit. */
function wholeWords(text: string, max: number): string {
  return text.length <= max
    ? text
    : text
        .slice(0, max + 1)
        .replace(/\s+\S*$/, '')
        .slice(0, max)
}

function invalidLink(): Problem {
  return new Problem('invalid', 'Invalid or expired link.')
}

function hash(token: string): string {
  return createHash('sha256').update(`setup\n${token}`).digest('base64url')
}
