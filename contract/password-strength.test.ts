// Which passwords the hint at a new one takes for guessable.
import { expect, test } from 'vitest'
import { isGuessable } from './password-strength.ts'

const uma = { name: 'Uma Urban', email: 'uma@kettle.example', brand: 'Juno Balint' }

test('leaked passwords, keyboard walks, dates, and what is known about the account are guessable', () => {
  const guessable = [
    'P@ssw0rd1!',
    '1qaz@WSX',
    'Summer2025!',
    'Aa123456',
    'Winter2026',
    'Kettle1!',
    'Urban123!',
  ]
  for (const secret of guessable) expect([secret, isGuessable(secret, uma)]).toEqual([secret, true])
  const sufficient = ['xK7$qLw9', 'Violet-Kitten-42', 'Correct-Horse-7', `Aa1${'ключ🔑'.repeat(20)}`]
  for (const secret of sufficient) expect([secret, isGuessable(secret, uma)]).toEqual([secret, false])
})
