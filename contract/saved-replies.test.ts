// Whom a saved reply greets by the first name, and whom by the whole one.
import { expect, test } from 'vitest'
import { filledIn, firstName } from './messages.ts'

test.each([
  ['Anna Kowalska', 'Anna'],
  ["Sanne van der Meulen-'t Hart", 'Sanne'],
  [' Lucía Fernández de la Vega y Montoro ', 'Lucía'],
  // By the whole name where it is not plain that there is a first one.
  ...['Anna', 'ANNA KOWALSKA', 'kev_m', 'Dr. Anna Kowalska', 'Ida, Studio'].map((name) => [name, name]),
  ...['Müller & Söhne GmbH', 'Bäckerei Öztürk', 'Nguyễn Thị Ngọc Hân'].map((name) => [name, name]),
  ...['佐々木 健太郎', 'Оксана Шевченко', 'عبد الرحمن بن خالد'].map((name) => [name, name]),
] as [string, string][])('%s is greeted with Hi %s,', (name, greeted) => {
  expect(filledIn('Hi {name},', name)).toBe(`Hi ${greeted},`)
})

test('a name that would be a link or formatted in a reply is text', () => {
  expect(firstName('[Confirm your account](https://evil.example/x)')).toBe(
    'Confirm your accounthttpsevil.example/x',
  )
  expect(firstName('**Win** <https://evil.example>')).toBe('Win httpsevil.example')
})
