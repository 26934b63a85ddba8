// npm run admin -- EMAIL [--name NAME]: makes that e-mail an admin and prints a one-time link to choose the password.
import { parseArgs } from 'node:util'
import { nameLength } from '../../contract/limits.ts'
import { cleanLine, looksLikeEmail } from '../../contract/text.ts'
import { ConfigError, readConfig } from '../config.ts'
import { makeAdmin, passwordLink } from '../core/first-admin.ts'
import { createContext } from '../create-context.ts'
import { migrate } from '../db/migrate.ts'

const usage = 'Use it like this: npm run admin -- you@example.com --name "Your Name"'

/** A mistake of the person who typed the command: shown as one line. */
class UsageError extends Error {}

try {
  await run()
} catch (error) {
  const known = error instanceof UsageError || error instanceof ConfigError
  const failed = error instanceof Error ? error.message : String(error)
  console.error(known ? failed : `This did not work: ${failed}`)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { email, name } = read()
  const context = createContext({ ...readConfig(), logLevel: 'warn' })
  try {
    await migrate(context.db)
    const id = await makeAdmin(context, email, name)
    console.log(
      `${email} is an admin. To choose a password, open this link within 60 minutes; it works once:`,
    )
    console.log(await passwordLink(context, id, email))
  } finally {
    await context.close()
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
  const email = typed.normalize('NFC').trim().toLowerCase()
  if (!looksLikeEmail(email)) throw new UsageError(`"${typed}" is not an e-mail address.\n${usage}`)
  const name = cleanLine(parsed.values.name ?? '').slice(0, nameLength)
  return { email, name: name || null }
}
