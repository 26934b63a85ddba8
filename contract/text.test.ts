// Cleaning untrusted text: what is left of it. In every character, and what it costs: tests/full/normalisation.test.ts
import { expect, test } from 'vitest'
import { maySignUp, normalized } from './text.ts'

test('text of any language stays as it is', () => {
  for (const text of ['Łukasz Żółć', 'Việt Nam', 'שָׁלוֹם', 'हिन्दी', 'ภาษาไทย', 'Ζ̆', '👩🏽‍💻', 'z̀́̂'])
    expect(normalized(text)).toBe(text.normalize('NFC'))
})

test('of a pile of accents thirty are left', () => {
  expect(normalized(`x${'\u0316'.repeat(1_000)}y`)).toBe(`x${'\u0316'.repeat(30)}y`)
})

test('the email address of a new account has no character that nobody sees', () => {
  for (const one of [
    '\u200b',
    '\u200d',
    '\u00ad',
    '\u180e',
    '\u3164',
    '\ufe0f',
    '\ufeff',
    '\ud800',
    '\udc00',
    '\ue000',
  ])
    for (const email of [`owner${one}@example.com`, `owner@exa${one}mple.com`, `owner@example.com${one}`])
      expect([one.charCodeAt(0).toString(16), maySignUp(email)]).toEqual([
        one.charCodeAt(0).toString(16),
        false,
      ])
})

test('of marks that NFC writes as two, thirty are left', () => {
  for (const mark of ['\u0344', '\u0f73', '\ufb1d'])
    expect(normalized(mark.repeat(30)).match(/\p{M}/gu)).toHaveLength(30)
})
