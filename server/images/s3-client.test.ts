// A server whose listings lead nowhere.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { S3Client, s3Limits } from './s3-client.ts'
import { s3Options } from './s3-url.ts'

/** @param pages objects of the first pages; the others have none @returns a client of it */
async function clientOf(pages: string[]): Promise<S3Client> {
  let requests = 0
  const server = createServer((_, response) => {
    const n = requests++
    response.end(
      `<IsTruncated>true</IsTruncated><NextContinuationToken>${n % 2}</NextContinuationToken>${pages[n] ?? ''}`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return new S3Client(s3Options(`s3://KEY:SECRET@127.0.0.1:${port}/images`), s3Limits)
}

test('a listing ends with an error after ten pages without objects, and not before', async () => {
  const object = '<Contents><Key>a</Key><LastModified>2026-11-22T10:00:00.000Z</LastModified></Contents>'
  const client = await clientOf([...Array.from({ length: 9 }, () => ''), object])
  const keys: string[] = []
  const listing = (async () => {
    for await (const { key } of client.list('')) keys.push(key)
  })()
  await expect(listing).rejects.toThrow(/lists pages without end/)
  expect(keys).toEqual(['a'])
})
