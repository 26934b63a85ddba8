// Settings that depend on what is on the disk.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'

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
