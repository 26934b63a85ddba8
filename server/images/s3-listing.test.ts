// Pages of a listing as servers write them.
import { expect, test } from 'vitest'
import { objectsIn, textIn } from './s3-listing.ts'

const object = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-22T10:00:00.000Z</LastModified><Size>1</Size></Contents>`

test.each([
  [
    'before',
    `<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b=</NextContinuationToken>${object('x')}`,
  ],
  [
    'after',
    `${object('x')}<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b=</NextContinuationToken>`,
  ],
])('a page that tells %s its objects that another one follows', (_, content) => {
  expect(objectsIn(`<?xml version="1.0"?><ListBucketResult>${content}</ListBucketResult>`)).toEqual({
    objects: [{ key: 'x', modified: new Date('2026-11-22T10:00Z') }],
    next: 'a&b=',
  })
})

test('an empty page, the last page, and one that lacks the token of the next', () => {
  expect(objectsIn('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')).toEqual({
    objects: [],
    next: null,
  })
  const last = `<NextContinuationToken>old</NextContinuationToken><IsTruncated>false</IsTruncated>${object('x')}`
  expect(objectsIn(last).next).toBeNull()
  expect(objectsIn(`<IsTruncated>true</IsTruncated>${object('x')}`).next).toBe('')
})

test('keys with escaped characters, and elements that are not closed', () => {
  expect(textIn('<Key>a&lt;&#47;&#x2F;&apos;&unknown;&amp;amp;</Key>', 'Key')).toBe("a<//'&unknown;&amp;")
  expect(textIn('<Key>a', 'Key')).toBeNull()
  expect(textIn('&#x110000;', 'Key')).toBeNull()
  expect(textIn('<Key>&#x110000;</Key>', 'Key')).toBe('&#x110000;')
})
