// Lists and writes of uploads on S3.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { sharedStorage } from '../../tests/support/peers/object-storage.ts'
import { S3Bucket } from './s3.ts'
import { Uploads } from './uploads.ts'

const storage = await sharedStorage()
let bucket: Awaited<ReturnType<typeof storage.bucket>>
beforeEach(async () => {
  bucket = await storage.bucket()
})

/** Writes an object as somebody else does. */
async function write(key: string) {
  const file = join(bucket.path, `${key}._S3rver_object`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'x')
}

const folderOf = (n: number) => `${n.toString(16).padStart(24, '0')}-10x10`

test('more than the 1,000 objects of one page are all listed, in images that pages cut apart, without foreign objects', async () => {
  const names = ['10.avif', '10.webp', '20.webp']
  const keys = Array.from({ length: 401 }, (_, n) => names.map((name) => `${folderOf(n)}/${name}`))
  for (const key of ['0-notes.txt', 'Zebra/10.webp', `${folderOf(1)}/deeper/10.webp`, 'zoo/10.webp'])
    keys.push([key])
  await Promise.all(keys.flat().map(write))
  const uploads = new Uploads(new S3Bucket(bucket.url))
  const listed = await Array.fromAsync(uploads.list())
  expect(listed.map(({ id }) => id)).toEqual(Array.from({ length: 401 }, (_, n) => folderOf(n)))
  for (const { files } of listed) expect(files).toEqual(names)
})

test('an image of which one object cannot be stored leaves none of the others', async () => {
  const uploads = new Uploads(new S3Bucket(bucket.url))
  await uploads.writeInstallation('own')
  const folder = '0123456789abcdef01234567-70x40'
  storage.failure = { name: `PUT /${bucket.name}/${folder}/70.webp`, status: 403, code: 'AccessDenied' }
  const files = ['10', '20', '40', '50', '60', '70'].map((width) => [`${width}.webp`, new Uint8Array([1])])
  await expect(uploads.store(folder, new Map(files as [string, Uint8Array][]))).rejects.toThrow(
    /403 AccessDenied/,
  )
  const stored = (await readdir(bucket.path, { recursive: true })).filter((name) => name.endsWith('_object'))
  expect(stored).toEqual(['.installation-id._S3rver_object'])
})
