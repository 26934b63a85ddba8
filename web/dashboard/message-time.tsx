// When a message was written: as short as a list needs it, and in full.

const minute = 60_000
const hour = 60 * minute
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const dayAndYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function short(date: Date, now: Date): string {
  const ago = now.getTime() - date.getTime()
  if (ago >= 0 && ago < minute) return 'Just now'
  if (ago >= 0 && ago < hour) return `${Math.floor(ago / minute)} min ago`
  if (ago >= 0 && ago < 24 * hour) return `${Math.floor(ago / hour)} h ago`
  return (date.getFullYear() === now.getFullYear() ? day : dayAndYear).format(date)
}

/** The full time on hover, both in the viewer's zone [R18]. */
export function ShortTime({ iso }: { iso: string }) {
  const date = new Date(iso)
  return (
    <time dateTime={iso} title={full.format(date)}>
      {short(date, new Date())}
    </time>
  )
}

export function FullTime({ iso }: { iso: string }) {
  return <time dateTime={iso}>{full.format(new Date(iso))}</time>
}

export function DayOf({ iso }: { iso: string }) {
  return <time dateTime={iso}>{dayAndYear.format(new Date(iso))}</time>
}
