// The texts of the emails about accounts. They contain nothing that a user chose: a name such as "Your account
// is locked" would be sent in our name.
import { type EmailText, layOut, type Sender } from '../mail/layout.ts'

/** Code and link in one email. */
export function verifyEmail(
  { brand, publicUrl }: Sender,
  email: string,
  secrets: { token: string; code: string },
): EmailText {
  const query = `token=${secrets.token}&email=${fullyEncoded(email)}`
  return layOut(`Verify your email address for ${brand}`, [
    'Hello,',
    'Enter this code on the verification page within 10 minutes:',
    { code: secrets.code },
    'Or open this link within 24 hours:',
    { link: `${publicUrl}/verify-email-token?${query}` },
    `If you did not sign up at ${brand}, ignore this email.`,
  ])
}

/**
 * Every byte percent-encoded: the recipient reads this link, and text in an email address that a stranger registered,
 * such as another link, would be sent in our name.
 */
function fullyEncoded(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&').toUpperCase()
}

/** The link to choose a new password. */
export function resetEmail({ brand, publicUrl }: Sender, token: string): EmailText {
  return layOut(`Reset your password for ${brand}`, [
    'Hello,',
    'Somebody, hopefully you, requested a password reset. Choose a new password within 60 minutes:',
    { link: `${publicUrl}/reset-password/${token}` },
    'If it was not you, ignore this email: your password stays as it is.',
  ])
}

export function passwordChanged({ brand, publicUrl }: Sender): EmailText {
  return layOut(`Your password for ${brand} was changed`, [
    'Hello,',
    'Your password has just been changed, and your other sessions were signed out.',
    'If it was not you, reset your password now:',
    { link: `${publicUrl}/reset-password` },
  ])
}

/** To the old email address, when an admin has set another. */
export function emailChanged({ brand }: Sender): EmailText {
  return layOut(`Your email address for ${brand} was changed`, [
    'Hello,',
    `An administrator of ${brand} has changed the email address of your account. This address no longer belongs to it.`,
    'If that surprises you, reply to this email.',
  ])
}

/** To a user who is no longer an admin. */
export function demoted({ brand }: Sender): EmailText {
  return layOut(`You are no longer an admin of ${brand}`, [
    'Hello,',
    `An administrator of ${brand} has changed your role. You can still sign in, but no longer manage the site.`,
    'If that surprises you, tell the owner of the site: somebody may be taking it over.',
  ])
}

/** To the email address of an account that is gone. */
export function accountDeleted({ brand }: Sender): EmailText {
  return layOut(`Your account at ${brand} was deleted`, [
    'Hello,',
    `An administrator of ${brand} has deleted your account.`,
    'If that surprises you, tell the owner of the site.',
  ])
}

/** To the owner. Accounts are named by their id: name and email address were chosen by the user who registered. */
export function adminAdded({ brand, publicUrl }: Sender, accountId: string): EmailText {
  return layOut(`${brand} has a new admin`, [
    `An account of ${brand} was made an admin: it can read every message and change the site.`,
    `User ID: ${accountId}`,
    'If none of you did this, change its role back now:',
    { link: `${publicUrl}/dashboard/users` },
  ])
}

/** To the owner. */
export function adminDemoted({ brand, publicUrl }: Sender, accountId: string): EmailText {
  return layOut(`${brand} has one admin less`, [
    `An account of ${brand} is no longer an admin.`,
    `User ID: ${accountId}`,
    'If none of you did this, somebody may be taking the site over. Give the role back, and look at the other admins:',
    { link: `${publicUrl}/dashboard/users` },
  ])
}

/** To the owner. */
export function adminDeleted({ brand, publicUrl }: Sender, accountId: string): EmailText {
  return layOut(`An admin of ${brand} was deleted`, [
    `The account of an admin of ${brand} was deleted.`,
    `User ID: ${accountId}`,
    'If none of you did this, somebody may be taking the site over. Look at the other admins:',
    { link: `${publicUrl}/dashboard/users` },
  ])
}

/** To the owner. */
export function adminEmailChanged({ brand, publicUrl }: Sender, accountId: string): EmailText {
  return layOut(`The email address of an admin of ${brand} was changed`, [
    `An admin of ${brand} has another email address now. Whoever reads email there can reset that admin's password.`,
    `User ID: ${accountId}`,
    'If none of you did this, change it back now:',
    { link: `${publicUrl}/dashboard/users` },
  ])
}

/** To the owner. `ipAddress` is one, or an IPv6 /64; `at` is an ISO time. */
export function adminSignIn(
  { brand, publicUrl }: Sender,
  { accountId, ipAddress, at }: { accountId: string; ipAddress: string; at: string },
): EmailText {
  return layOut(`An admin signed in to ${brand} from a new IP address`, [
    `An admin of ${brand} signed in from an IP address that this account has not used in the last 90 days.`,
    `User ID: ${accountId}`,
    `IP address: ${ipAddress}`,
    `Time: ${at.slice(0, 16).replace('T', ' ')} UTC`,
    'If none of you signed in there, reset the password of this account; that ends its sessions:',
    { link: `${publicUrl}/reset-password` },
  ])
}
