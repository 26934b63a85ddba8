// Times as the dashboard says them, in the viewer's zone: 2 hours ago, yesterday, today at 03:00, Nov 20, 2026.
const minute = 60_000
/** 0 to 23 everywhere: one screen must not show two kinds of clock. */
const hourCycle = 'h23'
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle })
const toMinute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', hourCycle })
const toSecond = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long', hourCycle })

/** A damaged time as it is stored: one row must not take the whole page away. */
export function ofTime(iso: string, say: (date: Date) => string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : say(date)
}

export const dayText = (iso: string) => ofTime(iso, day.format)
export const minuteText = (iso: string) => ofTime(iso, toMinute.format)
export const secondText = (iso: string) => ofTime(iso, toSecond.format)

/** Calendar days between two times. */
function daysBetween(before: Date, after: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  return Math.round((midnight(after) - midnight(before)) / (24 * 60 * minute))
}

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const counted = (count: number, noun: string, many = `${noun}s`) =>
  `${count} ${count === 1 ? noun : many}`

/** "Just now", "5 minutes ago", "2 hours ago" (of today), "Yesterday", then the date. */
export function sinceText(iso: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(iso)) / minute)
  const days = daysBetween(new Date(iso), now)
  if (days === 1) return 'Yesterday'
  if (days !== 0) return dayText(iso)
  if (minutes < 1) return 'Just now'
  return minutes < 60
    ? `${counted(minutes, 'minute')} ago`
    : `${counted(Math.floor(minutes / 60), 'hour')} ago`
}

/** "today, 03:00", "yesterday, 03:00", or "Nov 20, 2026, 16:42". */
export function momentText(iso: string, now = new Date()): string {
  return ofTime(iso, (date) => {
    const days = daysBetween(date, now)
    const name = days === 0 ? 'today' : days === 1 ? 'yesterday' : dayText(iso)
    return `${name}, ${clock.format(date)}`
  })
}

/** "in 12 minutes", "in a moment". */
export function untilText(iso: string, now = Date.now()): string {
  return ofTime(iso, (date) => {
    const minutes = Math.round((date.getTime() - now) / minute)
    return minutes < 1 ? 'in a moment' : `in ${counted(minutes, 'minute')}`
  })
}

interface Props {
  iso: string
  /** Of several times, the last one. */
  until?: string
  text?: (iso: string) => string
}

/** As `text` says it, such as `sinceText`; with the full time on hover. */
export function Time({ iso, until = iso, text = dayText }: Props) {
  return (
    <time dateTime={iso} title={[...new Set([iso, until])].map(secondText).join(' to ')}>
      {text(iso)}
    </time>
  )
}
