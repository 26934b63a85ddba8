// npm run admin -- EMAIL [--name NAME]: makes that email an admin and prints a one-time link to choose the password.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { emailLength, nameLength } from '../../contract/limits.ts'
import { cleanEmail, cleanLine, looksLikeEmail } from '../../contract/text.ts'
import { makeAdmin, passwordLink } from '../accounts/first-admin.ts'
import { type Config, readConfig } from '../config.ts'
import { createContext } from '../create-context.ts'
import { lockDataDir, prepareDataDir } from '../data-dir.ts'
import { migrate, oneStartAtATime, waitForDatabase } from '../db/migrate.ts'
import { imageNames } from '../image-names.ts'
import { checkDatabaseFile, checkInstallation } from '../images/installation.ts'
import { explain, nameOf } from '../start-errors.ts'

const usage = 'Use it like this: npm run admin -- you@example.com --name "Your Name"'

/** An error in the command line: printed as one line. */
class UsageError extends Error {}

let config: Config | null = null

try {
  const args = read()
  config = readConfig()
  await run(config, args)
} catch (error) {
  const line = error instanceof UsageError ? error.message : explain(error, config)
  console.error(line ?? error)
  process.exitCode = 1
}

async function run(config: Config, { email, name }: ReturnType<typeof read>): Promise<void> {
  prepareDataDir(config.dataDir)
  // A running server has its database open: a missing file was moved or deleted.
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'portfolio.db')))
    lockDataDir(
      config.dataDir,
      'its portfolio.db is missing: move it back, or stop the server and restore a backup.',
    )()
  await checkDatabaseFile(config)
  const context = createContext({ ...config, logLevel: 'warn' })
  try {
    await waitForDatabase(context.db, () => {})
    await oneStartAtATime(context, async () => {
      await checkInstallation(context, imageNames)
      await migrate(context.db)
    })
    const id = await makeAdmin(context, email, name)
    const link = await passwordLink(context, id, email)
    await print(
      `${email} is an admin. ${nameOf(config)} holds the account. To choose a password, open this link within 60 minutes; it works once:\n${link}\n`,
    )
  } finally {
    await context.close()
  }
}

/** @throws UsageError when the link could not be printed, as into a file on a full disk. */
async function print(text: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      process.stdout.once('error', reject)
      process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
    })
  } catch (error) {
    throw new UsageError(
      `The link could not be printed (${(error as Error).message}). Run the command again where its output can be read.`,
    )
  }
}

function read(): { email: string; name: string | null } {
  let parsed: { values: { name?: string }; positionals: string[] }
  try {
    parsed = parseArgs({ options: { name: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`)
  }
  const [typed, ...more] = parsed.positionals
  if (!typed || more.length > 0) throw new UsageError(usage)
  const email = cleanEmail(typed)
  if (!looksLikeEmail(email)) throw new UsageError(`"${typed}" is not an email address.\n${usage}`)
  if (email.length > emailLength)
    throw new UsageError(`An email address has at most ${emailLength} characters, this one ${email.length}.`)
  const name = cleanLine(parsed.values.name ?? '').slice(0, nameLength)
  return { email, name: name || null }
}
