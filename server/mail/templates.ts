// The texts of each email. What a visitor wrote stands in a marked quote, as text and never as a link; emails about
// accounts contain nothing that anyone could choose: a name such as "Your account is locked" would come from us.

export interface Words {
  subject: string
  text: string
  html: string
}

interface Brand {
  brand: string
  publicUrl: string
}

/** To the owner: a visitor wrote [R61, R65]. The name stands in the subject, quoted. */
export function contactNotice(
  { brand, publicUrl }: Brand,
  message: { name: string; email: string; subject: string | null; message: string },
): Words {
  return letter(`New message from "${oneLine(message.name).replaceAll('"', "'")}"`, [
    `A visitor of ${brand} sent this through the contact form. Nobody has checked the name or the email address.`,
    {
      quote: [
        `Name: ${oneLine(message.name)}`,
        `Email: ${oneLine(message.email)}`,
        `Subject: ${oneLine(message.subject ?? 'N/A')}`,
        '',
        message.message,
      ].join('\n'),
    },
    'End of the message. Answer this email to reply to the visitor directly, or reply from the dashboard so that the site knows:',
    { link: `${publicUrl}/dashboard/view-contacts` },
  ])
}

/** To the visitor: the owner's reply, with the original below it [R98]. */
export function replyLetter(
  reply: { subject: string; body: string },
  original: { name: string; createdAt: string; message: string },
): Words {
  return letter(reply.subject, [
    { words: reply.body },
    `On ${day(original.createdAt)}, ${oneLine(original.name)} wrote:`,
    { quote: original.message },
  ])
}

/** Code and link in one email [R78, R79]. */
export function verifyLetter(
  { brand, publicUrl }: Brand,
  email: string,
  secrets: { token: string; code: string },
): Words {
  const query = `token=${secrets.token}&email=${fullyEncoded(email)}`
  return letter(`Verify your email address for ${brand}`, [
    'Hello,',
    'Enter this code on the verification page within 10 minutes:',
    { code: secrets.code },
    'Or open this link within 24 hours:',
    { link: `${publicUrl}/verify-email-token?${query}` },
    `If you did not sign up at ${brand}, ignore this email.`,
  ])
}

/**
 * Every byte percent-encoded: the recipient reads this link, and words in an email address that a stranger registered,
 * such as another link, would come from us.
 */
function fullyEncoded(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&').toUpperCase()
}

/** The link to choose a new password [R75]. */
export function resetLetter({ brand, publicUrl }: Brand, token: string): Words {
  return letter(`Reset your password for ${brand}`, [
    'Hello,',
    'Somebody, hopefully you, asked to reset your password. Choose a new one within 60 minutes:',
    { link: `${publicUrl}/reset-password/${token}` },
    'If it was not you, ignore this email: your password stays as it is.',
  ])
}

export function passwordChanged({ brand, publicUrl }: Brand): Words {
  return letter(`Your password for ${brand} was changed`, [
    'Hello,',
    'Your password has just been changed, and your other sessions were signed out.',
    'If it was not you, reset your password now:',
    { link: `${publicUrl}/reset-password` },
  ])
}

/** To the old address, when an admin has set another [R106]. */
export function emailChanged({ brand }: Brand): Words {
  return letter(`Your email address for ${brand} was changed`, [
    'Hello,',
    `An administrator of ${brand} has changed the email address of your account. This address no longer belongs to it.`,
    'If that surprises you, answer this email.',
  ])
}

/** To whoever is no admin any more. */
export function demoted({ brand }: Brand): Words {
  return letter(`You are no longer an admin of ${brand}`, [
    'Hello,',
    `An administrator of ${brand} has changed your role. You can still sign in, but no longer manage the site.`,
    'If that surprises you, tell the owner of the site: somebody may be taking it over.',
  ])
}

/** To the email address of an account that is gone. */
export function accountDeleted({ brand }: Brand): Words {
  return letter(`Your account at ${brand} was deleted`, [
    'Hello,',
    `An administrator of ${brand} has deleted your account.`,
    'If that surprises you, tell the owner of the site.',
  ])
}

/** To the owner. Accounts are named by their id: name and email address are chosen by whoever registered. */
export function adminAdded({ brand, publicUrl }: Brand, accountId: string): Words {
  return letter(`${brand} has a new admin`, [
    `An account of ${brand} was made an admin: it can read every message and change the site.`,
    `User ID: ${accountId}`,
    'If nobody of you did this, change its role back now:',
    { link: `${publicUrl}/dashboard/users` },
  ])
}

/** To the owner. */
export function adminDemoted({ brand, publicUrl }: Brand, accountId: string): Words {
  return letter(`${brand} has one admin less`, [
    `An account of ${brand} is no longer an admin.`,
    `User ID: ${accountId}`,
    'If none of you did this, somebody may be taking the site over. Give the role back, and look at the other admins:',
    { link: `${publicUrl}/dashboard/users` },
  ])
}

/** To the owner. */
export function adminDeleted({ brand, publicUrl }: Brand, accountId: string): Words {
  return letter(`An admin of ${brand} was deleted`, [
    `The account of an admin of ${brand} was deleted.`,
    `User ID: ${accountId}`,
    'If none of you did this, somebody may be taking the site over. Look at the other admins:',
    { link: `${publicUrl}/dashboard/users` },
  ])
}

/** To the owner. */
export function adminEmailChanged({ brand, publicUrl }: Brand, accountId: string): Words {
  return letter(`The email address of an admin of ${brand} was changed`, [
    `An admin of ${brand} has another email address now. Whoever reads email there can reset that admin's password.`,
    `User ID: ${accountId}`,
    'If nobody of you did this, change it back now:',
    { link: `${publicUrl}/dashboard/users` },
  ])
}

/** To the owner. `ipAddress` is one, or an IPv6 /64; `at` is an ISO time. */
export function adminSignIn(
  { brand, publicUrl }: Brand,
  { accountId, ipAddress, at }: { accountId: string; ipAddress: string; at: string },
): Words {
  return letter(`An admin signed in to ${brand} from a new IP address`, [
    `An admin of ${brand} signed in from an IP address that this account has not used in the last 90 days.`,
    `User ID: ${accountId}`,
    `IP address: ${ipAddress}`,
    `Time: ${at.slice(0, 16).replace('T', ' ')} UTC`,
    'If none of you signed in there, reset the password of this account; that ends its sessions:',
    { link: `${publicUrl}/reset-password` },
  ])
}

/** Shows the owner that mail arrives. */
export function testLetter({ brand, publicUrl }: Brand): Words {
  return letter(`Test email from ${brand}`, ['Email works: this email came from', { link: publicUrl }])
}

type Part = string | { words: string } | { quote: string } | { code: string } | { link: string }

function letter(subject: string, parts: Part[]): Words {
  return {
    subject: oneLine(subject),
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.55 Helvetica,Arial,sans-serif;color:#1a1e2b">${parts
      .map(asHtml)
      .join('')}</body></html>`,
  }
}

/** Also what was stored before such characters were removed on the way in: none breaks the line or turns its direction. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
}

function asText(part: Part): string {
  if (typeof part === 'string') return part
  if ('quote' in part) return part.quote.replace(/^/gm, '> ')
  if ('words' in part) return part.words
  return 'code' in part ? part.code : part.link
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p>${asMarkup(part)}</p>`
  if ('quote' in part)
    return `<blockquote style="margin:0 0 16px;padding-left:12px;border-left:4px solid #f0b32e">${lines(part.quote)}</blockquote>`
  if ('words' in part) return `<p>${lines(part.words)}</p>`
  if ('code' in part)
    return `<p style="font-size:28px;font-weight:bold;letter-spacing:.2em">${asMarkup(part.code)}</p>`
  return `<p><a href="${asMarkup(part.link)}" style="color:#1a1e2b">${asMarkup(part.link)}</a></p>`
}

const lines = (text: string) => asMarkup(text).replaceAll('\n', '<br>')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function asMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

function day(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
}
