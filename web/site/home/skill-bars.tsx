// Skills as ruled bars that fill when they are scrolled into view: over one second, or as their page says.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { skillBarStep } from '../../../contract/limits.ts'
import type { Skill } from '../../../contract/responses/site.ts'
import { useNonce } from '../../hydration/nonce.ts'
import { useIsHydrated } from '../../ui/hydration.ts'
import { classes } from '../../ui/styles.ts'
import * as typography from '../../ui/typography.module.css'
import { useEntered } from './entrance.ts'
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

/**
 * Rules for the initial HTML only. The CSP of the document was sent with its first page, so a <style> that a later
 * page brings would be blocked; whoever uses this sets the same numbers through the CSSOM in a layout effect.
 */
export function InitialStyle({ css }: { css: string }) {
  const nonce = useNonce()
  const isHydrated = useIsHydrated()
  if (isHydrated) return null
  // The name makes React put it into the head, where HTML allows it.
  return (
    <style nonce={nonce} href="numbers" precedence="area">
      {css}
    </style>
  )
}

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
