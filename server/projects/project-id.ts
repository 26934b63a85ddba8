// The id of a project: its name as an address that people can read, `kaffi-nordur`. It never changes, not even with the name.
import type { Transaction } from 'kysely'
import { Problem } from '../../contract/problem.ts'
import { fold } from '../../contract/text.ts'
import type { Language } from '../../contract/words/languages.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../ids.ts'

/** Characters of what is made of the name. */
const maxLength = 48

/** Of other paths: /portfolio/add-portfolio, and the share image of the site. */
const reserved = ['add-portfolio', 'site']

/** How German spells them in ASCII. */
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** a-z, 0-9 and single hyphens; empty where the name has no Latin letters. */
function readable(name: string, language: Language): string {
  const spelt = name.normalize('NFC').toLowerCase()
  const text = language === 'de' ? spelt.replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter) : spelt
  const latin = fold(text)
  if (!/[a-z]/.test(latin)) return ''
  const words = latin.replace(/['`]/g, '').match(/[a-z0-9]+/g) ?? []
  const id = words.reduce((text, word) =>
    text && `${text}-${word}`.length > maxLength ? text : text ? `${text}-${word}` : word,
  )
  return id.slice(0, maxLength)
}

/** In the transaction that adds the project, which has locked the order: of two at once the second one sees the first. */
export async function newProjectId(
  tx: Transaction<Tables>,
  name: string,
  language: Language,
): Promise<string> {
  const text = readable(name, language) || newId().slice(0, 8)
  const rows = await tx.selectFrom('projects').select('id').where('id', 'like', `${text}%`).execute()
  const taken = new Set([...reserved, ...rows.map(({ id }) => id)])
  let id = text
  for (let n = 2; taken.has(id); n++) id = `${text}-${n}`
  return id
}

export function unknownProject(): Problem {
  return new Problem('unknown', 'This portfolio no longer exists.')
}
