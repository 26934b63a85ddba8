// Skills as ruled bars that fill when they are seen: over one second on Home, in 20 ms steps on About.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Skill } from '../../content/site.ts'
import { skillBarStep } from '../../contract/limits.ts'
import { useSeen } from '../ui/reveal.tsx'
import { FirstStyle } from './rendered-once.tsx'

type Props = { skills: readonly Skill[]; motion: 'grow' | 'count' }

// On the server there is nothing to lay out, and React says so when asked to.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

export function SkillBars({ skills, motion }: Props) {
  const ref = useRef<HTMLUListElement>(null)
  const seen = useSeen(ref)
  const counted = useCount(motion === 'count' && seen, Math.max(...skills.map((skill) => skill.percentage)))
  const shown = (skill: Skill) => Math.min(skill.percentage, counted)
  return (
    <>
      <FirstStyle css={skills.map(({ percentage }, at) => `.skill-${at}{--v:${percentage}}`).join('')} />
      <ul ref={ref} className={`reveal${seen ? ' in' : ''}${motion === 'grow' ? ' grow' : ''}`}>
        {skills.map((skill, at) => (
          <li key={skill.name} className="skill fade">
            <span className="skill-name">{skill.name}</span>
            <Bar skill={skill} at={at} value={shown(skill)} />
            <span className="skill-pct">{shown(skill)}%</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Bar({ skill, at, value }: { skill: Skill; at: number; value: number }) {
  const ref = useRef<HTMLElement>(null)
  useBeforePaint(() => ref.current?.style.setProperty('--v', String(value)), [value])
  return (
    <div
      className="bar"
      role="progressbar"
      aria-label={skill.name}
      aria-valuenow={skill.percentage}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i ref={ref} className={`skill-${at}`} />
    </div>
  )
}

/** Infinity but for the time of the count, so that the values stand there for whoever does not see them move. */
function useCount(running: boolean, to: number) {
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
  return value
}
