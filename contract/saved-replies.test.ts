// Whom a saved reply greets by the first name, and whom by the whole one.
import { expect, test } from 'vitest'
import { filledIn, firstName } from './messages.ts'

test('a first name is used where it is plain that there is one', () => {
  const greeted = {
    Anna: ['Anna Kowalska'],
    'Jean-Baptiste': ["Jean-Baptiste N'Diaye"],
    Sanne: ["Sanne van der Meulen-'t Hart"],
    Åsa: ['Åsa Björkqvist'],
    Lucía: [' Lucía Fernández de la Vega y Montoro '],
  }
  for (const [first, names] of Object.entries(greeted))
    for (const name of names) expect(filledIn('Hi {name},', name)).toBe(`Hi ${first},`)
})

test.each([
  ...[
    'Anna',
    'anna kowalska',
    'ANNA KOWALSKA',
    'kev_m',
    'Dr. Anna Kowalska',
    'Prof Eleanor Whitmore',
    'Ida, Studio',
  ],
  ...[
    'Müller & Söhne GmbH',
    'Studio Nord',
    'Bäckerei Öztürk',
    'Café de l’Étoile',
    'Agriturismo La Quercia Storta',
  ],
  ...[
    'Nagy Szőke Ágnes',
    'Nguyễn Thị Ngọc Hân',
    '佐々木 健太郎',
    '김서연',
    'Оксана Шевченко',
    'عبد الرحمن بن خالد',
  ],
])('%s is greeted by the whole name', (name) => {
  expect(filledIn('Hi {name},', name)).toBe(`Hi ${name},`)
})

test('a name that would be a link or formatted in a reply is text', () => {
  expect(firstName('[Confirm your account](https://evil.example/x)')).toBe(
    'Confirm your accounthttpsevil.example/x',
  )
  expect(firstName('**Win** <https://evil.example>')).toBe('Win httpsevil.example')
})
