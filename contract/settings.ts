// Settings of the site: registration, signature, test email, retention of messages, backups, webhooks, access tokens.
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import {
  appPasswordLength,
  emailLength,
  hostLength,
  maxBackups,
  signatureLength,
  urlLength,
} from './limits.ts'
import { cleanLines, cleanText, email, line, optionalLine } from './text.ts'

export const readRegistration = defineCall('GET', '/api/settings/registration')

export const setRegistration = defineCall('PUT', '/api/settings/registration', {
  body: z.object({ registrationEnabled: z.boolean('Registration is either on or off.') }),
})

/** Not in the specification: shows the admin the mail server's reply. */
export const sendTestMail = defineCall('POST', '/api/settings/test-mail')

/** Encrypted from the first byte, and by STARTTLS. */
export const mailPorts = [465, 587] as const
export type MailPort = (typeof mailPorts)[number]

export const readMail = defineCall('GET', '/api/settings/mail')

/** Needs a recent sign-in, as every email leaves by this account. A test is sent first: one that fails changes nothing. */
export const setMailAccount = defineCall('PUT', '/api/settings/mail', {
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
})

export const readSignature = defineCall('GET', '/api/settings/signature')

/** Ends every reply to a visitor; empty for none. */
export const setSignature = defineCall('PUT', '/api/settings/signature', {
  body: z.object({ signature: cleanText('Signature', signatureLength, cleanLines) }),
})

/** Months after which messages are deleted; 0 for never. */
export const retentionMonths = [0, 3, 6, 12, 24, 36, 60] as const

const invalid = 'Choose one of the periods.'
const period = z.literal([...retentionMonths], invalid)

export const readRetention = defineCall('GET', '/api/settings/messages')

/** How many messages a period would delete at once. */
export const countOldMessages = defineCall('GET', '/api/settings/messages/old', {
  query: z.object({ months: z.pipe(z.pipe(z.unknown(), z.transform(Number)), period) }),
})

export const setRetention = defineCall('PUT', '/api/settings/messages', {
  body: z.object({ months: period }),
})

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

export const readBackups = defineCall('GET', '/api/settings/backups')

export const setBackups = defineCall('PUT', '/api/settings/backups', { body: schedule })

/** Whether a download would begin now. The browser follows a link to it, so errors must be known before. */
export const checkDownload = defineCall('POST', '/api/settings/backups/check')

export const downloadBackup = defineCall('GET', '/api/settings/backups/download')

/** Of the whole site. */
export const maxWebhooks = 10

export const listWebhooks = defineCall('GET', '/api/settings/webhooks')

const badUrl = 'Enter an https URL on a public host.'

/** Needs a recent sign-in, as messages go there. The secret is in no other response. */
export const createWebhook = defineCall('POST', '/api/settings/webhooks', {
  body: z.object({
    /** https, on the default port, without a user name or password. */
    url: z.string(badUrl).check(
      z.maxLength(urlLength, { error: badUrl, abort: true }),
      z.overwrite((text) => text.trim()),
      z.refine(isWebhookUrl, badUrl),
    ),
  }),
  statuses: [201],
})

export const deleteWebhook = defineCall('DELETE', '/api/settings/webhooks/:id')

/** Sends a test now. One that is delivered switches the webhook on again, and what waits for it is sent. */
export const testWebhook = defineCall('POST', '/api/settings/webhooks/:id/test')

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
export const listTokens = defineCall('GET', '/api/settings/tokens')

const badDays = `Choose 1 to ${maxTokenDays} days.`

/** Needs a recent sign-in. The secret is in no other response. */
export const createToken = defineCall('POST', '/api/settings/tokens', {
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
})

export const revokeToken = defineCall('DELETE', '/api/settings/tokens/:id')
