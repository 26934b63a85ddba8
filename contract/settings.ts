// Settings of the site: registration, signature, test email, retention of messages, backups, webhooks, access tokens.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import {
  appPasswordLength,
  emailLength,
  hostLength,
  maxBackups,
  signatureLength,
  urlLength,
} from './limits.ts'
import { email, line, optionalLine, optionalLines } from './text.ts'

export const readRegistration = { method: 'GET', path: '/api/settings/registration' } as const satisfies Call

export const setRegistration = {
  method: 'PUT',
  path: '/api/settings/registration',
  body: z.object({ registrationEnabled: z.boolean('Registration is either on or off.') }),
} as const satisfies Call

/** Not in the specification: shows the admin the mail server's reply. */
export const sendTestMail = { method: 'POST', path: '/api/settings/test-mail' } as const satisfies Call

/** Encrypted from the first byte, and by STARTTLS. */
export const mailPorts = [465, 587] as const
export type MailPort = (typeof mailPorts)[number]

export const readMail = { method: 'GET', path: '/api/settings/mail' } as const satisfies Call

/** Needs a recent sign-in, as every email leaves by this account. A test is sent first: one that fails changes nothing. */
export const setMailAccount = {
  method: 'PUT',
  path: '/api/settings/mail',
  body: z.object({
    host: line('Server', hostLength).check(z.regex(/^[^\s/@?#]*$/, 'Enter the name of the server alone.')),
    port: z.literal([...mailPorts], 'Choose 465 or 587.'),
    /** What it logs in with, where that is not the address. */
    user: optionalLine('User name', emailLength),
    address: email('Enter the address of the account.'),
    password: z.string('App password is required.').check(
      z.maxLength(appPasswordLength, 'That is too long for an app password.'),
      z.overwrite((text) => text.trim()),
      z.minLength(1, 'App password is required.'),
    ),
  }),
} as const satisfies Call

export const readSignature = { method: 'GET', path: '/api/settings/signature' } as const satisfies Call

/** Ends every reply to a visitor; empty for none. */
export const setSignature = {
  method: 'PUT',
  path: '/api/settings/signature',
  body: z.object({ signature: optionalLines('Signature', signatureLength) }),
} as const satisfies Call

/** Months after which messages are deleted; 0 for never. */
export const retentionMonths = [0, 3, 6, 12, 24, 36, 60] as const

const invalid = 'Choose one of the periods.'
const period = z.literal([...retentionMonths], invalid)

export const readRetention = { method: 'GET', path: '/api/settings/messages' } as const satisfies Call

/** How many messages a period would delete at once. */
export const countOldMessages = {
  method: 'GET',
  path: '/api/settings/messages/old',
  query: z.object({ months: z.pipe(z.pipe(z.unknown(), z.transform(Number)), period) }),
} as const satisfies Call

export const setRetention = {
  method: 'PUT',
  path: '/api/settings/messages',
  body: z.object({ months: period }),
} as const satisfies Call

export const backupIntervals = ['off', 'daily', 'weekly'] as const
export type BackupInterval = (typeof backupIntervals)[number]

const timeText = 'Enter a time of day.'
const keepText = `Choose a whole number from 1 to ${maxBackups}.`
const schedule = z.object({
  interval: z.enum(backupIntervals, 'Choose off, daily or weekly.'),
  /** How many are stored; older ones are deleted. */
  keep: z.int(keepText).check(z.gte(1, keepText), z.lte(maxBackups, keepText)),
  /** When they are made: hours and minutes in UTC. */
  time: z.string(timeText).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeText)),
})

export type BackupSchedule = z.infer<typeof schedule>

export const readBackups = { method: 'GET', path: '/api/settings/backups' } as const satisfies Call

export const setBackups = {
  method: 'PUT',
  path: '/api/settings/backups',
  body: schedule,
} as const satisfies Call

/** Whether a download would begin now. The browser follows a link to it, so errors must be known before. */
export const checkDownload = { method: 'POST', path: '/api/settings/backups/check' } as const satisfies Call

export const downloadBackup = {
  method: 'GET',
  path: '/api/settings/backups/download',
} as const satisfies Call

/** Of the whole site. */
export const maxWebhooks = 10

export const listWebhooks = { method: 'GET', path: '/api/settings/webhooks' } as const satisfies Call

const badUrl = 'Enter an https URL on a public host.'

/** Needs a recent sign-in, as messages go there. The secret is in no other response. */
export const createWebhook = {
  method: 'POST',
  path: '/api/settings/webhooks',
  body: z.object({
    /** https, on the default port, without a user name or password. */
    url: z.string(badUrl).check(
      z.maxLength(urlLength, { error: badUrl, abort: true }),
      z.overwrite((text) => text.trim()),
      z.refine(isWebhookUrl, badUrl),
    ),
  }),
  statuses: [201],
} as const satisfies Call

export const deleteWebhook = { method: 'DELETE', path: '/api/settings/webhooks/:id' } as const satisfies Call

/** Sends a test now. One that is delivered switches the webhook on again, and what waits for it is sent. */
export const testWebhook = { method: 'POST', path: '/api/settings/webhooks/:id/test' } as const satisfies Call

function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, port, username, password, hostname } = new URL(text)
  return protocol === 'https:' && port === '' && !username && !password && hostname.includes('.')
}

/** What a token may be made for; no other call takes one. */
export const tokenScopes = ['portfolio:read', 'portfolio:write', 'contacts:read', 'contacts:write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** What every token begins with, so that scanners of published code find it. */
export const tokenPrefix = 'pat_'
export const tokenNameLength = 60
/** Days. */
const maxTokenDays = 365
/** Of one admin. */
export const maxTokens = 20

/** Those of the signed-in admin, the newest first. */
export const listTokens = { method: 'GET', path: '/api/settings/tokens' } as const satisfies Call

const badDays = `Choose 1 to ${maxTokenDays} days.`

/** Needs a recent sign-in. The secret is in no other response. */
export const createToken = {
  method: 'POST',
  path: '/api/settings/tokens',
  body: z.object({
    name: line('Name', tokenNameLength),
    scopes: z.array(z.enum(tokenScopes, 'Unknown scope.'), 'Choose what it may do.').check(
      z.minLength(1, 'Choose what it may do.'),
      z.maxLength(tokenScopes.length, 'Choose what it may do.'),
      z.overwrite((list) => tokenScopes.filter((scope) => list.includes(scope))),
    ),
    /** Until it expires. */
    days: z.int(badDays).check(z.gte(1, badDays), z.lte(maxTokenDays, badDays)),
  }),
  statuses: [201],
} as const satisfies Call

export const revokeToken = { method: 'DELETE', path: '/api/settings/tokens/:id' } as const satisfies Call
