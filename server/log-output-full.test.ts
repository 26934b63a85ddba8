// Log lines on a disk that fills up in the middle of a line, and later has space: each is complete, or counted as lost.
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import type { LogOutput } from './log-output.ts'

const disk = { text: '', space: 0 }

// Other tests in this process have loaded the module with the real one.
vi.resetModules()
vi.doMock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  write: Object.assign(() => {}, {
    [promisify.custom]: async (_: number, bytes: Buffer) => {
      if (disk.space === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      const bytesWritten = Math.min(disk.space, bytes.length)
      disk.text += bytes.toString('utf8', 0, bytesWritten)
      disk.space -= bytesWritten
      return { bytesWritten }
    },
  }),
}))
const { LogOutput: Output } = await import('./log-output.ts')
afterAll(() => {
  vi.doUnmock('node:fs')
  vi.resetModules()
})

const lineOf = (n: number) => `${JSON.stringify({ n })}\n`

async function writeAll(output: LogOutput, lines: number[]): Promise<void> {
  for (const n of lines) output.write(lineOf(n))
  await output.flush(() => {})
}

/** The log on a disk that was full after so many bytes. @throws for a line that is no JSON. */
function read() {
  const [first = '', ...more] = disk.text.split('\n').slice(0, -1)
  const whole = [first, ...more].filter((line) => line.endsWith('}')).map((line) => JSON.parse(line))
  return {
    numbers: whole.filter(({ n }) => n !== undefined).map(({ n }) => n as number),
    lost: whole.reduce((sum, { lines = 0 }) => sum + lines, 0),
  }
}

test('written one by one or many at once, wherever in a line the disk is full', async () => {
  const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  for (let space = 1; space < 70; space++)
    for (const isOneByOne of [true, false]) {
      Object.assign(disk, { text: '', space })
      const output = new Output(1)
      if (isOneByOne) for (const n of numbers) await writeAll(output, [n])
      else await writeAll(output, numbers)
      // Too little space for the line that counts the others.
      disk.space = 5
      await writeAll(output, [10])
      disk.space = 10_000
      await writeAll(output, [11])
      await writeAll(output, [12])
      const { numbers: written, lost } = read()
      expect(written.slice(-2), `${space} bytes`).toEqual([11, 12])
      expect(new Set(written).size + lost, `${space} bytes`).toBe(13)
    }
})
