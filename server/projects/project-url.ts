// URLs of projects, as rows store them and as responses contain them.
import ipaddr from 'ipaddr.js'
import { projectUrl } from '../../contract/portfolio.ts'
import { fieldError, type Problem } from '../../contract/problem.ts'
import type { Config } from '../config.ts'

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
