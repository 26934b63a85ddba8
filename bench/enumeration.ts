// Whether the time of a response reveals that an email address is known. Medians over many alternating requests: of the
// request itself, of the same request again within the hour, and of the next request.
import { startSmtpPeer } from '../tests/support/smtp-peer.ts'
import { withServer } from './demo-server.ts'
import { figure, median } from './report.ts'

const tries = 40
const kinds = ['known', 'unknown'] as const
const emailOf = (kind: (typeof kinds)[number], n: number) => `${kind}${n}@example.com`

export async function enumeration(): Promise<void> {
  const smtp = await startSmtpPeer()
  await withServer(
    async ({ url }) => {
      const request = async (path: string, body?: unknown) => {
        const begin = performance.now()
        const response = await fetch(url + path, {
          method: body ? 'POST' : 'GET',
          headers: { 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        await response.arrayBuffer()
        return performance.now() - begin
      }
      for (let n = 0; n < tries; n++)
        await request('/register', { name: 'Known', email: emailOf('known', n), password: 'Abcd-1234!x' })
      await smtp.arrived(tries)

      const logIn = (email: string) => request('/login', { email, password: 'Wrong-Horse-7' })
      await compare('login', 20, logIn)
      const reset = (email: string) => request('/reset-password', { email })
      for (const which of ['reset', 'second reset', 'third reset']) {
        const next = new Map<string, number>()
        await compare(which, 2, async (email) => {
          const time = await reset(email)
          // The request that would be slowed down by an email that is sent at once.
          let slowest = 0
          for (let n = 0; n < 5; n++) slowest = Math.max(slowest, await request('/check-auth'))
          next.set(email, slowest)
          return time
        })
        await compare(
          `slowest of the 5 requests after the ${which}`,
          2,
          async (email) => next.get(email) ?? 0,
        )
      }
    },
    { SMTP_URL: smtp.url },
  )
  await smtp.stop()
}

/** @param max milliseconds by which the medians may differ, unless they differ by less than 15 %. */
async function compare(name: string, max: number, time: (email: string) => Promise<number>): Promise<void> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let n = 0; n < tries; n++)
    // The order alternates.
    for (const kind of n % 2 === 0 ? kinds : kinds.toReversed())
      times[kind].push(await time(emailOf(kind, n)))
  const [known, unknown] = [median(times.known), median(times.unknown)]
  figure(`${name}, known, median`, `${known.toFixed(2)} ms`)
  figure(`${name}, unknown, median`, `${unknown.toFixed(2)} ms`, {
    text: `apart by less than ${max} ms or 15 %`,
    met: Math.abs(known - unknown) < Math.max(max, 0.15 * Math.max(known, unknown)),
  })
}
