// Log lines for a reader that has stopped: limited in memory, in order, and with the number of those that were lost.
import { execFileSync } from 'node:child_process'
import { constants, mkdtempSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LogOutput } from './log-output.ts'

const { O_RDWR, O_NONBLOCK } = constants
const MiB = 1024 * 1024

describe.each([
  ['blocks', O_RDWR],
  ['does not block', O_RDWR | O_NONBLOCK],
])('a full pipe that %s, its reader stopped', (_, flags) => {
  let folder: string
  let pipe: FileHandle

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portfolio-test-'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    pipe = await open(join(folder, 'pipe'), flags)
  })
  afterEach(async () => {
    await pipe.close()
    rmSync(folder, { recursive: true })
  })

  /** Reads until the text arrives. @returns all of it. */
  async function readUntil(wanted: string): Promise<string> {
    let text = ''
    const buffer = Buffer.alloc(64 * 1024)
    while (!text.includes(wanted)) {
      const { bytesRead } = await pipe.read(buffer).catch((error) => {
        if (error.code !== 'EAGAIN') throw error
        return { bytesRead: 0 }
      })
      text += buffer.toString('latin1', 0, bytesRead)
    }
    return text
  }

  test('holds a few megabytes of lines, and later gets those and the number of the others', async () => {
    const output = new LogOutput(pipe.fd)
    const written = 20_000
    for (let n = 0; n < written; n++) output.write(`{"n":${n},"text":"${'x'.repeat(1_000)}"}\n`)
    let isFlushed = false
    const flushed = output.flush(() => {
      isFlushed = true
    })
    await flushed
    expect(isFlushed).toBe(true)

    const first = await readUntil('log.lines-lost')
    output.write('{"n":"last"}\n')
    const lines = (first + (await readUntil('"last"}\n')))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const received = lines.filter(({ n }) => typeof n === 'number').map(({ n }) => n)
    const lost = lines.find(({ event }) => event === 'log.lines-lost').lines
    expect(received).toEqual(received.map((_, n) => n))
    expect(received.length + lost).toBe(written)
    expect(received.length * 1_000).toBeLessThan(4.5 * MiB)
    expect(received.length * 1_000).toBeGreaterThan(3 * MiB)
  })
})
