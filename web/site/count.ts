// Counts a skill's percentage up in 20 ms steps, as About shows it.
import { useEffect, useState } from 'react'
import { skillBarStep } from '../../contract/limits.ts'

/** The whole percentage but for the time of the count, so that it stands there for whoever does not see it move. */
export function useCount(running: boolean, to: number): number {
  const [value, setValue] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (!running || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const began = performance.now()
    const timer = setInterval(() => {
      // By the clock, not by the number of ticks: a busy browser skips some.
      const steps = Math.floor((performance.now() - began) / skillBarStep)
      setValue(steps < to ? steps : Number.POSITIVE_INFINITY)
      if (steps >= to) clearInterval(timer)
    }, skillBarStep)
    return () => clearInterval(timer)
  }, [running, to])
  return Math.min(to, value)
}
