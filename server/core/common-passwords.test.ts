// Which passwords are too common, however they are dressed up, and which are not.
import { describe, expect, test } from 'vitest'
import { isCommon } from './common-passwords.ts'

const uma = { name: 'Uma Urban', email: 'uma.u-42@kettles.example' }

describe('too common', () => {
  const situations: [string, string[]][] = [
    [
      'a word everybody uses, with what the rules ask for',
      ['Password1!', 'Welcome2026!', 'Dragon!!11', 'Summer25$'],
    ],
    ['letters written as digits and signs', ['P@ssw0rd1', 'Pa$$w0rd!', 'L3tme1n!!', '4Dm1n!4dm1n']],
    ['a word twice', ['Password1Password1', 'Monkeymonkey1!']],
    [
      'runs of the alphabet or the keyboard',
      ['Abcdefg1!', 'Qwertyui1!', 'Zxcvbnm9!', '1qaz@WSX', '1Q2w3e4r!'],
    ],
    ['one character or piece again and again', ['Aaaaaaa1!', 'Ababababa1', 'Aa1!Aa1!Aa1!']],
    ['a few letters beside a run of digits', ['Aa123456', 'Aa@123456', 'Ab11111111']],
    ['the own name or address', ['Umaurban1!', 'Uma12345!', 'Urban!2026', 'Kettles!99']],
    ['the name of this site', ['JunoBalint1!', 'Balint2026!']],
  ]
  for (const [situation, list] of situations)
    test(situation, () => {
      for (const password of list) expect([password, isCommon(password, uma)]).toEqual([password, true])
    })
})

describe('not too common', () => {
  test('words of one kind that belong together only for their owner', () => {
    const list = [
      'Correct-Horse-7',
      'Violet-Kettle-42',
      'Tr0ub4dor&3',
      'Blue!Moon77',
      'Zebra7!crossing',
      'Xk9$mQ2!z',
    ]
    for (const password of list) expect([password, isCommon(password, uma)]).toEqual([password, false])
  })

  test("somebody else's name", () => {
    expect(isCommon('Urbanski-77!', uma)).toBe(false)
    expect(isCommon('Umaurban1!', { name: 'Kim Ho', email: 'kim@ho.example' })).toBe(false)
  })
})
