// Addresses of projects as rows keep them and as answers give them; which of our own may be previewed.
import ipaddr from 'ipaddr.js'
import { Problem } from '../../contract/problem.ts'
import { projectUrl } from '../../contract/project-url.ts'
import type { Config } from '../config.ts'

const demoPath = /^\/demo\/[\w-]{1,80}$/

/**
 * An absolute http or https address, or for a demo page of this site its path, so that it survives a move to
 * another PUBLIC_URL. Any other page of this site is refused: framed, it could reach its frame [R55].
 * @throws Problem 'invalid' with the field `purl`.
 */
export function storedUrl(config: Config, text: string): string {
  const address = projectUrl(text)
  if (!address) throw refusal('Invalid URL format.')
  const url = new URL(address)
  if (!isOwn(config, url)) return address
  if (demoPath.test(url.pathname) && !url.search && !url.hash) return url.pathname
  throw refusal('A page of this site itself cannot be shown as a project. Please use another address.')
}

export function shownUrl(config: Config, stored: string): string {
  return stored.startsWith('/') ? config.publicUrl + stored : stored
}

function refusal(message: string): Problem {
  return new Problem('invalid', message, { fields: { purl: message } })
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
