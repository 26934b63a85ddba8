// npm run admin -- EMAIL [--name NAME]: makes that email an admin and prints a one-time link to choose the password.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { emailLength, nameLength } from '../../contract/limits.ts'
import { cleanEmail, cleanLine, looksLikeEmail } from '../../contract/text.ts'
import { makeAdmin } from '../accounts/first-admin.ts'
import { type Config, readConfig } from '../config.ts'
import { createContext } from '../create-context.ts'
import { lockDataDir, prepareDataDir } from '../data-dir.ts'
import { migrate, oneStartAtATime, waitForDatabase } from '../db/migrate.ts'
import { checkDatabaseFile, checkInstallation } from '../images/installation.ts'
import { explain, nameOf } from '../start-errors.ts'

const usage = 'Use it like this: npm run admin -- you@example.com --name "Your Name"'

let config: Config | null = null

try {
  const args = read()
  config = readConfig()
  await run(config, args)
} catch (error) {
  console.error(explain(error, config) ?? error)
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
    await waitForDatabase(context.db)
    await oneStartAtATime(context, async () => {
      await checkInstallation(context)
      await migrate(context.db)
    })
    const link = await makeAdmin(context, email, name)
    console.log(
      `${email} is an admin. ${nameOf(config)} holds the account. A password and sessions that it had are void. To choose a password, open this link within 60 minutes; it works once:\n${link}`,
    )
  } finally {
    await context.close()
  }
}

/** The command line. @throws Error with what is wrong with it */
function read(): { email: string; name: string | null } {
  const { values, positionals } = parseArgs({
    options: { name: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  })
  const { name: typedName = '', ...others } = values
  const [typed, ...more] = positionals
  if (!typed || typeof typedName !== 'string' || more.length + Object.keys(others).length > 0)
    throw new Error(usage)
  const email = cleanEmail(typed)
  if (!looksLikeEmail(email)) throw new Error(`"${typed}" is not an email address.\n${usage}`)
  if (email.length > emailLength)
    throw new Error(`An email address has at most ${emailLength} characters, this one ${email.length}.`)
  const name = cleanLine(typedName).slice(0, nameLength)
  return { email, name: name || null }
}
