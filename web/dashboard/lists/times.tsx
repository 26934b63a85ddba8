// Times of the dashboard's home, as one says them, in the viewer's zone: 2 hours ago, yesterday, today at 03:00.
import { moment } from './list-parts.tsx'

const minute = 60_000
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Calendar days between two times. */
function daysBetween(before: Date, after: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  return Math.round((midnight(after) - midnight(before)) / (24 * 60 * minute))
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** "Just now", "5 minutes ago", "2 hours ago" (of today), "Yesterday", then the date. */
export function sinceText(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const minutes = Math.floor((now.getTime() - date.getTime()) / minute)
  const days = daysBetween(date, now)
  if (days === 1) return 'Yesterday'
  if (days !== 0) return day.format(date)
  if (minutes < 1) return 'Just now'
  return minutes < 60 ? `${plural(minutes, 'minute')} ago` : `${plural(Math.floor(minutes / 60), 'hour')} ago`
}

/** "today, 03:00", "yesterday, 03:00", or "Nov 20, 2026, 16:42". */
export function momentText(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const days = daysBetween(date, now)
  const name = days === 0 ? 'today' : days === 1 ? 'yesterday' : day.format(date)
  return `${name}, ${clock.format(date)}`
}

/** "in 12 minutes", "in a moment". */
export function untilText(iso: string, now = Date.now()): string {
  const minutes = Math.round((Date.parse(iso) - now) / minute)
  return minutes < 1 ? 'in a moment' : `in ${plural(minutes, 'minute')}`
}

/** With the full time on hover. */
export function Since({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={moment.format(new Date(iso))}>
      {sinceText(iso)}
    </time>
  )
}
