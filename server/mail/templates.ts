// The words of each mail. What a person typed is shown as text, never as markup and never as a link.

export interface Words {
  subject: string
  text: string
  html: string
}

interface Brand {
  brand: string
  publicUrl: string
}

/** To the owner: a visitor wrote (decisions 61 and 65). */
export function contactNotice(
  { brand, publicUrl }: Brand,
  message: { name: string; email: string; subject: string | null; message: string },
): Words {
  return letter(`New message from ${message.name}`, [
    `${message.name} (${message.email}) wrote to you on ${brand}.`,
    `Subject: ${message.subject ?? 'N/A'}`,
    { quote: message.message },
    'Answer this mail to reply to the visitor directly, or reply from the dashboard so that the site knows:',
    { link: `${publicUrl}/dashboard/view-contacts` },
  ])
}

/** To the visitor: the owner's reply, with the original below it (decision 98). */
export function replyLetter(
  reply: { subject: string; body: string },
  original: { name: string; createdAt: string; message: string },
): Words {
  return letter(reply.subject, [
    { words: reply.body },
    `On ${day(original.createdAt)}, ${original.name} wrote:`,
    { quote: original.message },
  ])
}

/** Code and link in one letter (decisions 78 and 79). */
export function verifyLetter(
  { brand, publicUrl }: Brand,
  person: { name: string; email: string },
  secrets: { token: string; code: string },
): Words {
  const query = new URLSearchParams({ token: secrets.token, email: person.email })
  return letter(`Verify your e-mail address for ${brand}`, [
    `Hello ${person.name},`,
    'Enter this code on the verification page within 10 minutes:',
    { code: secrets.code },
    'Or open this link within 24 hours:',
    { link: `${publicUrl}/verify-email-token?${query}` },
    `If you did not sign up at ${brand}, ignore this letter.`,
  ])
}

/** The link to choose a new password (decision 75). */
export function resetLetter({ brand, publicUrl }: Brand, person: { name: string }, token: string): Words {
  return letter(`Reset your password for ${brand}`, [
    `Hello ${person.name},`,
    'Somebody, hopefully you, asked to reset your password. Choose a new one within 60 minutes:',
    { link: `${publicUrl}/reset-password/${token}` },
    'If it was not you, ignore this letter: your password stays as it is.',
  ])
}

export function passwordChanged({ brand, publicUrl }: Brand, person: { name: string }): Words {
  return letter(`Your password for ${brand} was changed`, [
    `Hello ${person.name},`,
    'Your password has just been changed, and your other sessions were signed out.',
    'If it was not you, reset your password now:',
    { link: `${publicUrl}/reset-password` },
  ])
}

/** To the old address, when an admin has set another (decision 106). */
export function emailChanged({ brand }: Brand, person: { name: string }): Words {
  return letter(`Your e-mail address for ${brand} was changed`, [
    `Hello ${person.name},`,
    `An administrator of ${brand} has changed the e-mail address of your account. This address no longer belongs to it.`,
    'If that surprises you, answer this letter.',
  ])
}

/** Shows the owner that mail arrives. */
export function testLetter({ brand, publicUrl }: Brand): Words {
  return letter(`Test mail from ${brand}`, ['E-mail works: this letter came from', { link: publicUrl }])
}

type Part = string | { words: string } | { quote: string } | { code: string } | { link: string }

function letter(subject: string, parts: Part[]): Words {
  return {
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.55 Helvetica,Arial,sans-serif;color:#1a1e2b">${parts
      .map(asHtml)
      .join('')}</body></html>`,
  }
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
