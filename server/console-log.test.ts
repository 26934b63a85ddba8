// What libraries print is a log line, with its error, and without tokens and email addresses.
import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { logConsole } from './console-log.ts'
import { createLog } from './log.ts'

function printed(print: () => void): Record<string, unknown>[] {
  let lines = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines += String(chunk)
      done()
    },
  })
  const before = { ...console }
  onTestFinished(() => void Object.assign(console, before))
  logConsole(createLog('trace', stream))
  print()
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

test('what is printed is a log line', () => {
  const lines = printed(() => {
    console.error(new Error('broken'))
    console.error('Loader failed:', new Error('broken'), { path: '/about' })
    console.warn('The URL path "/reset-password/SECRET%E0%A4%A" of ann@example.com could not be decoded')
    console.log('%s of %d', 'one', 2)
    console.debug(`${'x'.repeat(20_000)}`)
  })
  expect(lines).toMatchObject([
    { level: 50, event: 'console.output', err: { message: 'broken' }, msg: 'broken' },
    {
      level: 50,
      event: 'console.output',
      err: { message: 'broken' },
      msg: "Loader failed: { path: '/about' }",
    },
    { level: 40, event: 'console.output' },
    { level: 30, event: 'console.output', msg: 'one of 2' },
    { level: 20, event: 'console.output' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/SECRET|ann@example\.com/)
  expect(JSON.stringify(lines[4]).length).toBeLessThan(1_000)
})
