// Skills as ruled bars that fill when they are scrolled into view: over one second, or as their page says.
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { skillBarStep } from '../../../contract/limits.ts'
import type { Skill } from '../../../contract/responses/site.ts'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { useEntered } from './entrance.ts'
import * as styles from './skill-bars.module.css'

interface Motion {
  /** The percentages count up, too, instead of standing there while the bars fill. */
  isCounting?: boolean
}

export function SkillBars({ skills, isCounting }: Motion & { skills: readonly Skill[] }) {
  return (
    <ul>
      {skills.map((skill) => (
        <SkillRow key={skill.name} skill={skill} isCounting={isCounting} />
      ))}
    </ul>
  )
}

function SkillRow({ skill: { name, percentage }, isCounting = false }: Motion & { skill: Skill }) {
  const row = useRef<HTMLLIElement>(null)
  const entered = useEntered(row)
  const shown = useCount(entered && isCounting, percentage)
  return (
    <li
      ref={row}
      className={classes(
        ui.ruled,
        styles.skill,
        entered && ui.entered,
        entered && !isCounting && styles.grow,
      )}
    >
      <span className={`${ui.title} ${styles.name}`}>{name}</span>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={name}
        aria-valuenow={percentage}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ '--v': shown } as CSSProperties} />
      </div>
      <span className={styles.percentage}>{shown}%</span>
    </li>
  )
}

/** The whole percentage but for the time of the count, so that it stands there for whoever does not see it move. */
function useCount(running: boolean, to: number): number {
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
