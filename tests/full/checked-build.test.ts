// The last step of a build ends it when a public page could not be shown. Run in a copy, where something is broken.
import { spawnSync } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { scratchFolder } from '../support/backups.ts'
import { root } from '../support/server-process.ts'

/** What the step of the build prints and returns after `change`. */
async function checked(change: (copy: string) => Promise<void>) {
  const copy = await scratchFolder()
  for (const name of ['build', 'content', 'contract', 'package.json', 'scripts', 'server', 'web'])
    await cp(join(root, name), join(copy, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  await change(copy)
  const { status, stderr } = spawnSync(process.execPath, ['scripts/check-built-page.mjs'], {
    cwd: copy,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
  return { status, lines: stderr.trim().split('\n') }
}

async function replace(file: string, text: string, by: string): Promise<void> {
  const before = await readFile(file, 'utf8')
  expect(before).toContain(text)
  await writeFile(file, before.replaceAll(text, by))
}

// It has a database of its own.
describe.runIf(inject('postgres') === null)('a build', () => {
  test('of an older content/ names the field that is missing', async () => {
    const older = (copy: string) => replace(join(copy, 'content/site.ts'), 'greeting:', 'hello:')
    expect(await checked(older)).toEqual({
      status: 1,
      lines: ['The build is not usable: content/site.ts: content.hero.greeting: Greeting is required.'],
    })
  })

  test('with a page that fails names the page', async () => {
    // The text of About is Markdown.
    const { status, lines } = await checked((copy) =>
      writeFile(
        join(copy, 'server/pages/markdown.ts'),
        'export const parseMarkdown = () => { throw new Error() }',
      ),
    )
    expect(status).toBe(1)
    expect(lines.at(-1)).toMatch(/^The build is not usable: The page \/about .* with 500\b/)
  })
})
