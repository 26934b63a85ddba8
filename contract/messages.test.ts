// The name of the visitor in a reply that is saved for others.
import { expect, test } from 'vitest'
import { textFrom } from './messages.ts'

test.each([
  ['Max', 'Hi Max,\na Maximum of ten pages, Max.', 'Hi {name},\na Maximum of ten pages, {name}.'],
  ['Will', 'Willkommen Will,', 'Willkommen {name},'],
  ['He Li', 'Hello He,\nHe Li writes.', 'Hello {name},\n{name} writes.'],
  ['A.-B. (C)', 'Hi A.-B. (C),', 'Hi {name},'],
  ['***', 'Hello,', 'Hello,'],
  ['', ' Hello, ', 'Hello,'],
])('of %j', (name, text, saved) => expect(textFrom(text, name)).toBe(saved))
