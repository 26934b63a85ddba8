// When a message was written, in the viewer's zone.

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export function FullTime({ iso }: { iso: string }) {
  return <time dateTime={iso}>{full.format(new Date(iso))}</time>
}

export function DayOf({ iso }: { iso: string }) {
  return <time dateTime={iso}>{day.format(new Date(iso))}</time>
}
