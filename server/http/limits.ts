// How often what may be done: by one client, one account, or all visitors together.
import { day, hour, minute } from '../time.ts'

export interface Limit {
  /** What is limited; part of the key. */
  name: string
  max: number
  /** Milliseconds from the first attempt until the count starts again; with `waits` from the last one. */
  within: number
  /** Milliseconds to wait after attempt `max`, after the next one and so on, instead of the rest of the window. */
  waits?: readonly number[]
  /** The sentence before "Please try again in …". */
  message?: string
}

/** The last wait is the longest, so they never become a lock. */
export const growingWaits = { max: 5, within: day, waits: [0.5, 1, 2, 4, 8, 15].map((n) => n * minute) }

/** Of one client. */
export const clientLimits = {
  contact: { name: 'contact', max: 10, within: 10 * minute },
  login: { name: 'login', max: 60, within: 15 * minute },
  register: { name: 'register', max: 20, within: hour },
  reset: { name: 'reset', max: 30, within: hour },
  /** Requests of /metrics with a wrong token. */
  metrics: { name: 'metrics', max: 60, within: 15 * minute },
  /** Requests with an access token that is none. */
  token: { name: 'token', max: 60, within: 15 * minute },
} as const satisfies Record<string, Limit>

/** Of one account, or of all together. */
export const limits = {
  /** By account and client, or browser: an attacker delays only themselves. */
  login: { name: 'login-wait', ...growingWaits },
  /** By account, so that a stolen session is no way to guess the password. */
  currentPassword: { name: 'current-wait', ...growingWaits },
  /** Of one account. Generous, so that guessing from many IP addresses does not lock the owner out. */
  loginOfAccount: { name: 'login-account', max: 100, within: hour },
  resetOfAccount: { name: 'reset-account', max: 3, within: hour },
  /** Guesses of the code that was mailed. */
  verificationCode: { name: 'code', max: 5, within: day },
  resendSoon: { name: 'resend-soon', max: 1, within: minute },
  resend: { name: 'resend', max: 5, within: hour },
  /** Images of one account. */
  uploadOfUser: { name: 'upload-user', max: 20, within: hour },
  uploadOfAdmin: { name: 'upload-admin', max: 300, within: hour },
  /** By one admin. */
  webhookTests: { name: 'webhook-tests', max: 60, within: hour },
  mailAccounts: { name: 'mail-accounts', max: 30, within: hour },
  /** By one admin, of email address or role, and deletions: each sends emails in the site's name. */
  accountChanges: {
    name: 'account-changes',
    max: 60,
    within: hour,
    message: 'You have changed or deleted too many accounts.',
  },
  /** As many as verification emails are sent, so that those of an attacker with many IP addresses do not pile up. */
  registrationsOfAll: {
    name: 'registrations',
    max: 100,
    within: hour,
    message: 'This site has received too many registrations.',
  },
  /** So that an attacker with many IP addresses fills neither the database nor the owner's mailbox. */
  contactsOfAll: {
    name: 'contacts',
    max: 500,
    within: hour,
    message: 'This site has received too many messages.',
  },
  /** Of each sender who has a reply: neither strangers nor whoever writes in one client's name close the form to another. */
  contactsOfKnown: {
    name: 'contacts-of-known',
    max: 50,
    within: hour,
    message: 'This site has received too many messages.',
  },
  /** Of a /24 or /48: more than an office or a class sends. What is beyond is held back, not rejected. */
  messagesOfNetwork: { name: 'messages-of-network', max: 20, within: day },
  /** Counted apart, so that spam closes the form to nobody else. */
  spamOfAll: {
    name: 'spam',
    max: 500,
    within: hour,
    message: 'This site has received too many messages.',
  },
} as const satisfies Record<string, Limit>
