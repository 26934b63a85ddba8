// What identifies a project: its id, its name in a form that URLs can have, `kaffi-nordur`, which never changes, not even with
// the name; and the URL of the site that it shows, as rows store it and as responses contain it.
import ipaddr from 'ipaddr.js'
import { projectUrl } from '../../contract/portfolio.ts'
import { fieldError, Problem } from '../../contract/problem.ts'
import { fold } from '../../contract/text.ts'
import type { Language } from '../../contract/words/languages.ts'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/connect.ts'
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
export async function newProjectId(tx: Tx, name: string, language: Language): Promise<string> {
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

/** Before work on an image that no project will have. @throws Problem 'unknown' */
export async function mustExist({ db }: Pick<AppContext, 'db'>, id: string): Promise<void> {
  if (!(await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()))
    throw unknownProject()
}

const demoPath = /^\/demo\/[\w-]{1,80}$/

/**
 * An absolute http or https URL, or the path of a demo page of this site, so that it stays valid under another
 * PUBLIC_URL. Any other page of this site is rejected: framed, it could access its frame.
 * @throws Problem 'invalid' with the field `purl`.
 */
export function storedUrl(config: Config, text: string): string {
  const absolute = projectUrl(text)
  if (!absolute) throw invalidUrl('Invalid URL format.')
  const url = new URL(absolute)
  if (!isOwn(config, url)) return absolute
  if (demoPath.test(url.pathname) && !url.search && !url.hash) return url.pathname
  throw invalidUrl('A page of this site itself cannot be shown as a project. Please use another URL.')
}

export function shownUrl(config: Config, stored: string): string {
  return stored.startsWith('/') ? config.publicUrl + stored : stored
}

function invalidUrl(message: string): Problem {
  return fieldError('purl', message)
}

/** By host and port, not by scheme: http of our name usually leads to https of it. */
function isOwn(config: Config, url: URL): boolean {
  const own = new URL(config.publicUrl)
  const named = url.hostname === own.hostname || url.hostname === `${own.hostname}.`
  if (named && (url.port === own.port || (!url.port && !own.port))) return true
  return isThisMachine(own.hostname) && isThisMachine(url.hostname) && url.port === own.port
}

/** Whether a browser reaches its own machine by this host name of a URL: 0.0.0.0 and [::] lead there, too. */
function isThisMachine(hostname: string): boolean {
  if (/(?:^|\.)localhost\.?$/.test(hostname)) return true
  const address = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(address) && ['loopback', 'unspecified'].includes(ipaddr.process(address).range())
}
