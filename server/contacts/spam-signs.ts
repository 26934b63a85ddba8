// What two messages may have in common, as hashes: some of the text, links, the sender, the network. A message has at most
// `maxSigns` of them.
import { createHash } from 'node:crypto'
import { fold } from '../../contract/text.ts'
import { linksIn, type MessageText } from './spam-text.ts'

/** Parts of the text: those with the smallest hashes, so that texts that have much in common share some of them. */
const parts = 6
/** Letters of a part, and of a text that has parts. */
const partLength = 16
const minLetters = 40
const maxLinkSigns = 4
export const maxSigns = parts + 2 * maxLinkSigns + 2

/** Many people have links to these: the path tells them apart. */
const sharedHosts = [
  'bit.ly',
  'docs.google.com',
  'drive.google.com',
  'dropbox.com',
  'facebook.com',
  'figma.com',
  'forms.gle',
  'github.com',
  'google.com',
  'instagram.com',
  'linkedin.com',
  'pinterest.com',
  't.me',
  'tinyurl.com',
  'wa.me',
  'wetransfer.com',
  'youtu.be',
  'youtube.com',
]

export interface Signs {
  text: string[]
  links: string[]
  sender: string
  network: string | null
}

/**
 * @param network of the client, or null where visitors may share it
 * @param ownHost of this site: people and advertisers name it alike, so it says nothing
 */
export function signsOf(message: MessageText, network: string | null, ownHost: string): Signs {
  const links = linksIn(message)
    .filter((link) => link.split('/')[0] !== ownHost)
    .slice(0, maxLinkSigns)
    .flatMap((link) => {
      const [host = ''] = link.split('/')
      return sharedHosts.includes(host) ? [link] : [host, link]
    })
  return {
    text: textParts(message).map((part) => hash('text', part)),
    links: [...new Set(links)].map((link) => hash('link', link)),
    sender: hash('sender', message.email),
    network: network === null ? null : hash('network', network),
  }
}

/** The host of this site as links name it. */
export function hostOfSite({ publicUrl }: { publicUrl: string }): string {
  return new URL(publicUrl).host.replace(/^www\./, '')
}

/** In one order, in which every transaction writes them. */
export function allOf({ text, links, sender, network }: Signs): string[] {
  return [...text, ...links, sender, ...(network === null ? [] : [network])].toSorted()
}

function textParts({ subject, message }: MessageText): string[] {
  const words = fold(`${subject ?? ''} ${message}`).split(/\s/)
  const letters = words
    .filter((word) => !word.includes('://') && !word.startsWith('www.'))
    .join('')
    .replace(/[^\p{L}]/gu, '')
  if (letters.length < minLetters) return []
  const hashed = new Map<number, string>()
  for (let at = 0; at + partLength <= letters.length; at++) {
    const part = letters.slice(at, at + partLength)
    hashed.set(quickHash(part), part)
  }
  return [...hashed]
    .toSorted(([one], [other]) => one - other)
    .slice(0, parts)
    .map(([, part]) => part)
}

/** FNV-1a, which orders the parts; what is stored is hashed with SHA-256. */
function quickHash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

function hash(kind: string, value: string): string {
  return `${kind} ${createHash('sha256').update(value).digest('base64url').slice(0, 22)}`
}
