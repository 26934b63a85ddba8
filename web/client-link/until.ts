// The day on which a client link expires, as its visitors read it: of UTC, so that server and browser write the same.

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** "Dec 5, 2026". */
export function dayOf(iso: string): string {
  return format.format(new Date(iso))
}
