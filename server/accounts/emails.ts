// The emails about accounts: to their users, and to the owner about admins. Secrets are made here, when they are sent. None
// contains anything that a user chose: a name such as "Your account is locked" would be sent in our name.
// docs/behaviour.md, Emails, lists all kinds.
import type { Word } from '../../contract/words/words.ts'
import { findRow } from '../db/search.ts'
import { forget, limits } from '../http/rate-limit.ts'
import { layOut } from '../mail/layout.ts'
import { type EmailKind, ownerEmails } from '../mail/outbox.ts'
import { issue } from './one-time-tokens.ts'
import { findByEmail } from './user-rows.ts'

export const accountEmails = {
  // Code and link in one email.
  verify: {
    replacesOlder: true,
    async render(context, row, { brand, publicUrl, language, t }) {
      const user = await findRow(context.db, 'users', row.user_id)
      if (!user || user.email !== row.recipient || user.email_verified_at) return null
      const token = await issue(context, 'verify-link', user)
      const code = await issue(context, 'verify-code', user)
      await forget(context.db, limits.verificationCode, user.id)
      const parts = [
        t('Hello,'),
        t('Enter this code on the verification page within 10 minutes:'),
        { code },
        t('Or open this link within 24 hours:'),
        { link: `${publicUrl}/verify-email-token?token=${token}&email=${fullyEncoded(user.email)}` },
        t('If you did not sign up at {brand}, ignore this email.', { brand }),
      ]
      return layOut(t('Verify your email address for {brand}', { brand }), parts, language)
    },
  },
  reset: {
    replacesOlder: true,
    async render(context, row, { brand, publicUrl, language, t }) {
      const user = await findByEmail(context.db, row.recipient)
      if (!user) return null
      const token = await issue(context, 'reset', user)
      const parts = [
        t('Hello,'),
        t('Somebody, hopefully you, requested a password reset. Choose a new password within 60 minutes:'),
        { link: `${publicUrl}/reset-password/${token}` },
        t('If it was not you, ignore this email: your password stays as it is.'),
      ]
      return layOut(t('Reset your password for {brand}', { brand }), parts, language)
    },
  },
  'password-changed': {
    async render(context, row, { brand, publicUrl, language, t }) {
      if (!(await findRow(context.db, 'users', row.user_id))) return null
      const parts = [
        t('Hello,'),
        t('Your password has just been changed, and your other sessions were signed out.'),
        t('If it was not you, reset your password now:'),
        { link: `${publicUrl}/reset-password` },
      ]
      return layOut(t('Your password for {brand} was changed', { brand }), parts, language)
    },
  },
  // All below report a change or a sign-in. They have no `user_id`: they are sent even if the account is deleted.
  'email-changed': toAddress(
    'Your email address for {brand} was changed',
    'An administrator of {brand} has changed the email address of your account. This address no longer belongs to it.',
    'If that surprises you, reply to this email.',
  ),
  demoted: toAddress(
    'You are no longer an admin of {brand}',
    'An administrator of {brand} has changed your role. You can still sign in, but no longer manage the site.',
    'If that surprises you, tell the owner of the site: somebody may be taking it over.',
  ),
  'account-deleted': toAddress(
    'Your account at {brand} was deleted',
    'An administrator of {brand} has deleted your account.',
    'If that surprises you, tell the owner of the site.',
  ),
  'admin-added': toOwner(
    (brand) => `${brand} has a new admin`,
    (brand) => `An account of ${brand} was made an admin: it can read every message and change the site.`,
    'If none of you did this, change its role back now:',
  ),
  'admin-demoted': toOwner(
    (brand) => `${brand} has one admin less`,
    (brand) => `An account of ${brand} is no longer an admin.`,
    'If none of you did this, somebody may be taking the site over. Give the role back, and look at the other admins:',
  ),
  'admin-deleted': toOwner(
    (brand) => `An admin of ${brand} was deleted`,
    (brand) => `The account of an admin of ${brand} was deleted.`,
    'If none of you did this, somebody may be taking the site over. Look at the other admins:',
  ),
  'admin-email-changed': toOwner(
    (brand) => `The email address of an admin of ${brand} was changed`,
    (brand) =>
      `An admin of ${brand} has another email address now. Whoever reads email there can reset that admin's password.`,
    'If none of you did this, change it back now:',
  ),
  'admin-sign-in': {
    async render(_, { account_id, ip_address, created_at }, { brand, publicUrl }) {
      return layOut(`An admin signed in to ${brand} in a new browser`, [
        `An admin of ${brand} signed in in a browser that this account has not used in the last 180 days.`,
        `User ID: ${account_id}`,
        ...(ip_address ? [`IP address: ${ip_address}`] : []),
        `Time: ${created_at.slice(0, 16).replace('T', ' ')} UTC`,
        'If none of you signed in there, reset the password of this account; that ends its sessions:',
        { link: `${publicUrl}/reset-password` },
      ])
    },
  },
} satisfies Record<string, EmailKind>

/** To the email address that the account has or had. */
function toAddress(subject: Word, news: Word, advice: Word): EmailKind {
  return {
    async render(context, _, { brand, language, t }) {
      const [replyTo] = await ownerEmails(context)
      const parts = [t('Hello,'), t(news, { brand }), t(advice)]
      return { ...layOut(t(subject, { brand }), parts, language), replyTo }
    },
  }
}

type Text = (brand: string) => string

/** Accounts are named by their id: name and email address were chosen by the user who registered. */
function toOwner(subject: Text, news: Text, advice: string): EmailKind {
  return {
    async render(_, { account_id }, { brand, publicUrl }) {
      const link = `${publicUrl}/dashboard/users`
      return layOut(subject(brand), [news(brand), `User ID: ${account_id}`, advice, { link }])
    },
  }
}

/**
 * Every byte percent-encoded: the recipient reads this link, and text in an email address that a stranger registered,
 * such as another link, would be sent in our name.
 */
function fullyEncoded(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&').toUpperCase()
}
