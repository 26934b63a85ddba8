// The URL of a project: which ones are valid, and their absolute form.
import { urlLength } from './limits.ts'

/**
 * The URL of a project, absolute, or null for an invalid one: only http and https, a host, no user name and
 * password, nothing that a browser reads differently than it looks (tabs, backslashes, //host).
 */
export function projectUrl(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length === 0 || trimmed.length > urlLength || /[\s\\\p{Cc}]/u.test(trimmed)) return null
  const absolute = /^https?:\/\//i.test(trimmed) ? trimmed : withScheme(trimmed)
  if (!absolute || !URL.canParse(absolute)) return null
  const url = new URL(absolute)
  if (!/^https?:$/.test(url.protocol) || !url.hostname || url.username || url.password) return null
  return url.href
}

function withScheme(text: string): string | null {
  // `example.com:8080` has a port, `javascript:alert(1)` a scheme of its own; no scheme contains a dot before a port.
  const otherScheme = /^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#]|$))/i
  return text.startsWith('/') || otherScheme.test(text) ? null : `https://${text}`
}

export function isAbsoluteUrl(text: string): boolean {
  return /^https?:\/\//i.test(text.trim()) && projectUrl(text) !== null
}
