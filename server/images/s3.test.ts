// What STORAGE_URL means: where the bucket is, when http is allowed, and that no error repeats the secret.
import { expect, test } from 'vitest'
import { s3Options } from './s3.ts'

test.each([
  ['s3.example.com/images', 'https://s3.example.com'],
  ['S3.example.com:9000/images/?tls=off', 'http://s3.example.com:9000'],
  ['localhost:9000/images', 'http://localhost:9000'],
  ['[::1]:9000/images', 'http://[::1]:9000'],
])('%s is at %s', (rest, endpoint) => {
  expect(s3Options(`s3://KEY:SECRET@${rest}`)).toMatchObject({ endpoint, bucket: 'images' })
})

test('it has the key, the region and a name without credentials', () => {
  expect(s3Options('s3://a%2Fb:c%2Bd%40e@s3.example.com/images?region=eu-west-3')).toMatchObject({
    accessKeyId: 'a/b',
    secretAccessKey: 'c+d@e',
    region: 'eu-west-3',
    name: 's3://s3.example.com/images',
  })
})

test.each([
  ['https://KEY:SECRET@s3.example.com/images', /must look like s3:/],
  ['s3://KEY:SECRET@s3.example.com', /names no bucket/],
  ['s3://KEY:SECRET@s3.example.com/images/folder', /must look like/],
  ['s3://KEY@s3.example.com/images', /needs an access key and its secret/],
  ['s3://KEY:SEC/RET@s3.example.com/images', /percent-encode/],
  ['s3://KEY:SECRET@s3.example.com/images?tls=on', /tls in STORAGE_URL can only be off/],
  ['s3://KEY:SECRET@s3.example.com/images?region=a%20b', /region in STORAGE_URL/],
])('%s is rejected without repeating it', (text, message) => {
  expect(() => s3Options(text)).toThrow(message)
  // The example in the message has these words, too.
  expect(() => s3Options(text)).not.toThrow(/(?<!s3:\/\/KEY:)SEC/)
})
