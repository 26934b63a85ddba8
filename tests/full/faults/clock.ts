// The clock jumps while the product runs: no crash, no token that is valid for ever, limits that recover.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../../support/server-process.ts'
import { freshSqlite } from './databases.ts'
import { must, NotShown } from './expectations.ts'

const password = 'Correct-Horse-7'
const email = 'admin@example.com'

export async function clock(): Promise<string> {
  const library = await findLibrary()
  const database = await freshSqlite()
  const time = join(database.env.DATA_DIR ?? '', 'time')
  await writeFile(time, '+0\n')
  const server = await startServer({
    ...database.env,
    THROTTLE: 'on',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: time,
    FAKETIME_NO_CACHE: '1',
    // Timers follow the monotonic clock, which does not jump on a real machine either.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const jump = (offset: string) => writeFile(time, `${offset}\n`)
  const post = (path: string, json: object, cookie = '') =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(json),
    })
  const logIn = async () => {
    const response = await post('/login', { email, password })
    must(response.status === 200, `a sign-in got ${response.status}`)
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  const isSignedIn = async (cookie: string) => {
    const response = await fetch(`${server.url}/check-auth`, { headers: { cookie } })
    return ((await response.json()) as { isAuthenticated: boolean }).isAuthenticated
  }
  const reset = () => post('/reset-password', { email })

  try {
    const first = await logIn()
    await jump('+1d')
    must(await isSignedIn(first), 'a session ended after one day')
    const ahead = await logIn()
    // Uses up a limit of one hour while the clock is ahead.
    for (let tries = 0; tries < 5; tries++) await reset()
    await jump('-1d')
    must(await isSignedIn(ahead), 'a session of the future is rejected')
    await logIn()
    must((await reset()).status === 200, 'a limit counted in the future still holds')
    await jump('+40d')
    must(!(await isSignedIn(first)) && !(await isSignedIn(ahead)), 'a session outlived forty days')
    await logIn()
    must((await fetch(`${server.url}/readyz`)).ok, 'the server is not ready any more')
    must((await server.stop()) === 0, 'the stop failed')
    return 'jumps of +1, -1 and +40 days while running: no crash, sessions end in time, limits recover'
  } finally {
    await server.stop('SIGKILL')
    await database.remove()
  }
}

/** @throws NotShown where libfaketime is neither installed nor to be had */
async function findLibrary(): Promise<string> {
  const find = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
  if (!find() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    try {
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'libfaketime'], {
        stdio: 'ignore',
      })
    } catch {
      // Said below.
    }
  const found = find()
  if (!found) throw new NotShown('libfaketime is not installed')
  return found
}
