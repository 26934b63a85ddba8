// Skills as ruled bars that fill when they are scrolled into view: over one second, or as their page says.
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Skill } from '../../contract/responses/site.ts'
import { classes } from '../ui/classes.ts'
import { useEntered } from '../ui/entrance.ts'
import * as typography from '../ui/typography.module.css'
import { InitialStyle } from './initial-style.tsx'
import * as styles from './skill-bars.module.css'

interface Motion {
  motion: 'grow' | 'count'
  /** A hook: the percentage that stands there now, the whole one without it. */
  useShown?: (entered: boolean, percentage: number) => number
}
type Props = Motion & { skills: readonly Skill[] }
type RowProps = Motion & { skill: Skill; at: number }

const useWhole = (_: boolean, percentage: number) => percentage

// On the server there is nothing to lay out, and React warns of a layout effect there.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

export function SkillBars({ skills, ...motion }: Props) {
  return (
    <>
      <InitialStyle
        css={skills.map(({ percentage }, at) => `[data-skill="${at}"]{--v:${percentage}}`).join('')}
      />
      <ul>
        {skills.map((skill, at) => (
          <SkillRow key={skill.name} skill={skill} at={at} {...motion} />
        ))}
      </ul>
    </>
  )
}

function SkillRow({ skill: { name, percentage }, at, motion, useShown = useWhole }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  const bar = useRef<HTMLElement>(null)
  const entered = useEntered(row)
  const shown = useShown(entered, percentage)
  useBeforePaint(() => bar.current?.style.setProperty('--v', String(shown)), [shown])
  return (
    <li
      ref={row}
      className={classes(
        styles.skill,
        entered && typography.entered,
        entered && motion === 'grow' && styles.grow,
      )}
    >
      <span className={styles.name}>{name}</span>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={name}
        aria-valuenow={percentage}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i ref={bar} data-skill={at} />
      </div>
      <span className={styles.percentage}>{shown}%</span>
    </li>
  )
}
