// The settings that the server takes, and how it rejects others.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('BACKUP_DIR is never in DATA_DIR, also by a link, but for the folder that is meant for it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portfolio-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  const link = join(folder, 'link')
  mkdirSync(join(dataDir, 'uploads'), { recursive: true })
  symlinkSync(join(dataDir, 'uploads'), link)
  const read = (backups: string) => readConfig({ DATA_DIR: dataDir, BACKUP_DIR: backups }).backupDir
  for (const inside of [dataDir, join(dataDir, 'uploads'), link])
    expect(() => read(inside)).toThrow(/which is in DATA_DIR; name a folder outside of it/)
  for (const allowed of [join(dataDir, 'backups'), join(folder, 'not-there'), `${dataDir}-backups`])
    expect(read(allowed)).toBe(allowed)
})

test.each([
  [{ PORT: '70000' }, /PORT/],
  [{ DATA_DIR: '"/data"' }, /^DATA_DIR begins with "~" or is in quotes/],
  [{ MAIL_FROM: '~/mail' }, /^MAIL_FROM begins with "~" or is in quotes/],
  [{ ADMIN_EMAIL: 'a@b.co' }, /ADMIN_PASSWORD/],
  [{ ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD: 'Short-7' }, /ADMIN_PASSWORD .*at least 8 .*at most 1024/],
  [{ PUBLIC_URL: 'https://example.com/path' }, /PUBLIC_URL/],
  [
    { PUBLIC_URL: 'https://me:pass@example.com' },
    /^PUBLIC_URL must not hold .* only https:\/\/example\.com\.$/,
  ],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
  [{ DATABASE_URL: 'postgres://a:b@127.0.0.1:99999/x' }, /^DATABASE_URL has an invalid host or port; /],
  [{ DATABASE_URL: 'postgres://a:b@127.0.0.1/x?sslmode=no' }, /^sslmode in DATABASE_URL is "no"; it must/],
  [{ MAIL_FROM: 'nobody' }, /MAIL_FROM/],
  [{ OWNER_EMAIL: `${'x'.repeat(250)}@a.example` }, /OWNER_EMAIL has 260 characters; at most 254 /],
  [{ DEMO_CONTENT: 'maybe' }, /DEMO_CONTENT/],
  [{ TRUST_PROXY: 'yes' }, /TRUST_PROXY/],
  [{ METRICS_TOKEN: 'fifteen-letters' }, /METRICS_TOKEN must have at least 16 characters/],
] as [Record<string, string>, RegExp][])('%o is rejected with a message that names it', (env, message) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(message)
})

test('a password with an unescaped character is not repeated, and a percent-encoded one is taken', () => {
  for (const [name, scheme] of [
    ['DATABASE_URL', 'postgres'],
    ['SMTP_URL', 'smtp'],
  ] as const) {
    for (const password of ['12/34secret', 'ab#34secret', '12?34secret', 'ab/#?34secret']) {
      const read = () => readConfig({ [name]: `${scheme}://someone:${password}@127.0.0.1:1/x` })
      expect(read).toThrow(new RegExp(`^${name} .*percent-encode`))
      expect(read).not.toThrow(/secret|34|someone/)
    }
    const url = `${scheme}://someone:12%2F34%23%3F@127.0.0.1:1${name === 'SMTP_URL' ? '' : '/x'}`
    expect(Object.values(readConfig({ [name]: url }))).toContain(url)
  }
  for (const url of ['smtp://127.0.0.1/34secret', 'smtp://127.0.0.1#34secret', 'smtp://user:12/34secret'])
    expect(() => readConfig({ SMTP_URL: url })).toThrow(/^SMTP_URL must look like/)
})
