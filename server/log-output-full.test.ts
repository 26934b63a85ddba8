// Lines of the log on a disk that fills up in the middle of one, and later has room: each is whole, or counted as lost.
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { LogOutput } from './log-output.ts'

const disk = vi.hoisted(() => ({ text: '', room: 0 }))

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  write: Object.assign(() => {}, {
    [promisify.custom]: async (_: number, bytes: Buffer) => {
      if (disk.room === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      const bytesWritten = Math.min(disk.room, bytes.length)
      disk.text += bytes.toString('utf8', 0, bytesWritten)
      disk.room -= bytesWritten
      return { bytesWritten }
    },
  }),
}))

const lineOf = (n: number) => `${JSON.stringify({ n })}\n`

async function writeAll(output: LogOutput, lines: number[]): Promise<void> {
  for (const n of lines) output.write(lineOf(n))
  await output.flush(() => {})
}

/** What the log holds, its room having ended after so many bytes. @throws for a line that is no JSON. */
function read() {
  const [first = '', ...more] = disk.text.split('\n').slice(0, -1)
  const whole = [first, ...more].filter((line) => line.endsWith('}')).map((line) => JSON.parse(line))
  return {
    numbers: whole.filter(({ n }) => n !== undefined).map(({ n }) => n as number),
    lost: whole.reduce((sum, { lines = 0 }) => sum + lines, 0),
  }
}

test('written one by one or many at once, and whatever the place where the room ended', async () => {
  const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  for (let room = 1; room < 70; room++)
    for (const isOneByOne of [true, false]) {
      Object.assign(disk, { text: '', room })
      const output = new LogOutput(1)
      if (isOneByOne) for (const n of numbers) await writeAll(output, [n])
      else await writeAll(output, numbers)
      // A little room, which is not enough for the line that tells of the others.
      disk.room = 5
      await writeAll(output, [10])
      disk.room = 10_000
      await writeAll(output, [11])
      await writeAll(output, [12])
      const { numbers: written, lost } = read()
      expect(written.slice(-2), `${room} bytes`).toEqual([11, 12])
      expect(new Set(written).size + lost, `${room} bytes`).toBe(13)
    }
})
