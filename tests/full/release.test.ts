// The archive of npm run release: what is in it, and that a start installs and builds no more than it needs, and what was
// cut off again. npm is a stand-in that writes down how it was called, and so are the tools of the build.
import { execFileSync } from 'node:child_process'
import { access, appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../server/root.ts'
import { scratchFolder } from '../support/backups.ts'

/** Unpacked, with `prepare` to do what npm start does before the server. */
async function released() {
  const folder = await scratchFolder()
  execFileSync(process.execPath, ['scripts/release.mjs', folder], { cwd: root })
  const [archive = ''] = await readdir(folder)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  expect(archive).toMatch(new RegExp(`^portfolio-${version}-\\d{4}-\\d{2}-\\d{2}\\.tar\\.gz$`))
  execFileSync('tar', ['xzf', archive], { cwd: folder })
  const place = join(folder, `portfolio-${version}`)
  const npm = `#!/bin/sh
echo "$*" >> ${folder}/calls
mkdir -p node_modules/.bin
touch node_modules/.package-lock.json; ln -sf '${process.execPath}' node_modules/.bin/node
case "$*" in *--include=dev*) touch node_modules/.bin/vitest;; *build*) PATH=${folder}:$PATH node scripts/build.mjs;; esac
`
  const tool = (name: string, script: string) => writeFile(join(folder, name), script, { mode: 0o755 })
  await tool('npm', npm)
  const pages = 'rm -rf build/client build/server; mkdir -p build/client/assets build/server'
  await tool('react-router', `#!/bin/sh\n${pages}; touch build/server/index.js build/client/assets/1.js\n`)
  await tool('vite', '#!/bin/sh\n')
  const prepare = async (...options: string[]) => {
    await writeFile(join(folder, 'calls'), '')
    const env = { PATH: `${folder}:${process.env.PATH}` }
    execFileSync(process.execPath, ['scripts/prepare.mjs', ...options], { cwd: place, env, stdio: 'pipe' })
    return (await readFile(join(folder, 'calls'), 'utf8')).split('\n').slice(0, -1)
  }
  return { place, prepare, tool }
}

const install = (packages: string, how = 'ci') =>
  `${how} --${packages}=dev --no-audit --no-fund --loglevel=error`

test('a release holds the product as it was built, and is built again where its texts were edited or a build was cut off', async () => {
  const { place, prepare, tool } = await released()
  const names = await readdir(place, { recursive: true })
  for (const name of ['package-lock.json', 'build/main.js', 'build/.complete', 'server/cli/backup.ts'])
    expect(names).toContain(name)
  const wrong = /\.(test|e2e)\.ts$|^(node_modules|tests|bench|faults|data)\//
  expect(names.filter((name) => wrong.test(name))).toEqual([])
  const main = await readFile(join(place, 'build/main.js'))
  expect(main.equals(await readFile(join(root, 'build/main.js')))).toBe(true)

  expect(await prepare()).toEqual([install('omit')])
  expect(await prepare()).toEqual([])
  await appendFile(join(place, 'content/site.ts'), '\n')
  expect(await prepare()).toEqual(['run build --silent'])
  expect(await prepare()).toEqual([])
  for (const cut of ['kill -9 $PPID', 'mkdir build/client/assets/1.js.br.tmp', 'rm -r build/server']) {
    await appendFile(join(place, 'content/site.ts'), '\n')
    await tool('vite', `#!/bin/sh\n${cut}\n`)
    await expect(prepare(), cut).rejects.toThrow()
    await tool('vite', '#!/bin/sh\n')
    expect(await prepare(), cut).toEqual(['run build --silent'])
    await access(join(place, 'build/client/assets/1.js.br'))
  }
  expect(await prepare()).toEqual([])
  expect(await prepare('--tools')).toEqual([install('include', 'install --no-save')])
  await appendFile(join(place, 'package-lock.json'), '\n')
  // A command beside a running server, which would lose its packages.
  await expect(prepare('--no-build')).rejects.toThrow(/Stop the server, then: npm ci/)
  expect(await prepare()).toEqual([install('include'), 'run build --silent'])
})
