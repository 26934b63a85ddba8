// Does the time of an answer tell whether an address is known? Medians over many tries, in turns.
import { withServer } from './demo-server.ts'
import { figure, median } from './report.ts'

const tries = 40
const known = 'known@example.com'

export async function enumeration(): Promise<void> {
  await withServer(async ({ url }) => {
    const post = async (path: string, body: unknown) => {
      const begin = performance.now()
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      await response.arrayBuffer()
      return performance.now() - begin
    }
    await post('/register', { name: 'Known', email: known, password: 'Abcd-1234!x' })
    for (const [name, path, body] of [
      ['login', '/login', (email: string) => ({ email, password: 'Wrong-Horse-7' })],
      ['reset', '/reset-password', (email: string) => ({ email })],
    ] as const) {
      const times = { known: [] as number[], unknown: [] as number[] }
      for (let i = 0; i < tries; i++) {
        times.known.push(await post(path, body(known)))
        times.unknown.push(await post(path, body(`nobody${i}@example.com`)))
      }
      const [a, b] = [median(times.known), median(times.unknown)]
      const apart = Math.abs(a - b)
      figure(`${name}, known address, median`, `${a.toFixed(1)} ms`)
      figure(`${name}, unknown address, median`, `${b.toFixed(1)} ms`, {
        text: 'apart by less than 20 ms or 35 %',
        met: apart < Math.max(20, 0.35 * Math.max(a, b)),
      })
    }
  })
}
