// The texts of the emails about contact messages.
import { type EmailText, layOut, oneLine, type Sender } from '../mail/layout.ts'

/** To the owner: a visitor sent a message [R61, R65]. The subject quotes the visitor's name. */
export function contactNotification(
  { brand, publicUrl }: Sender,
  message: { name: string; email: string; subject: string | null; message: string },
): EmailText {
  return layOut(`New message from "${oneLine(message.name).replaceAll('"', "'")}"`, [
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
    'End of the message. Reply to this email to write to the visitor directly, or reply from the dashboard so that the site knows:',
    { link: `${publicUrl}/dashboard/view-contacts` },
  ])
}

/** To the visitor: the owner's reply with the signature, if there is one, and the original below [R98, R333]. */
export function replyEmail(
  reply: { subject: string; body: string },
  original: { name: string; createdAt: string; message: string },
  signature: string,
): EmailText {
  return layOut(reply.subject, [
    { text: reply.body },
    ...(signature ? [{ text: signature }] : []),
    `On ${day(original.createdAt)}, ${oneLine(original.name)} wrote:`,
    { quote: original.message },
  ])
}

function day(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
}
