// How a count compares with that of the period before, in words.

/** @param days of the period, where the sentence is to name it. @returns '' where there is nothing to compare with */
export function change(now: number, before: number, days?: number): string {
  if (before === 0) return ''
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  const period = days === undefined ? '' : ` the ${days} days before`
  if (percent === 0) return days === undefined ? 'as many' : `as many as${period}`
  return `${percent} % ${now > before ? 'more' : 'fewer'}${period && ` than${period}`}`
}
