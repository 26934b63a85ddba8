// What sections of Home are made of, About and the dashboard too: their frame, services, and skills as ruled bars that fill when
// they are scrolled into view, over one second or as their page says.
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { skillBarStep } from '../../../contract/limits.ts'
import type { ServiceView, Skill } from '../../../contract/responses/site.ts'
import { useBrand } from '../../brand.ts'
import * as ui from '../../ui/primitives.module.css'
import { classes, longestWord } from '../../ui/styles.ts'
import * as home from './home.module.css'
import * as styles from './sections.module.css'

/** @param props.isCounting the percentages count up, too, instead of standing there while the bars fill */
export function SkillBars({
  skills,
  isCounting = false,
}: {
  skills: readonly Skill[]
  isCounting?: boolean
}) {
  return (
    <ul>
      {skills.map((skill) => (
        <SkillRow key={skill.name} skill={skill} isCounting={isCounting} />
      ))}
    </ul>
  )
}

function SkillRow({ skill, isCounting }: { skill: Skill; isCounting: boolean }) {
  const { name, percentage } = skill
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

/**
 * True from the moment the element is scrolled into view; stays true.
 * An element that is in view when the observer starts has been read already, so it stays still: false for ever.
 */
function useEntered(ref: RefObject<HTMLElement | null>): boolean {
  const [entered, setEntered] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    let wasOutside = false
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) {
        if (wasOutside) setEntered(true)
        observer.disconnect()
      } else wasOutside = true
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return entered
}

export function ServiceRow({ service: { title, description, drawing } }: { service: ServiceView }) {
  const row = useRef<HTMLLIElement>(null)
  const entered = useEntered(row)
  return (
    <li ref={row} className={classes(ui.ruled, styles.row, styles.service, entered && ui.entered)}>
      <div>
        <h3>{title}</h3>
        <p>{description}</p>
      </div>
      <Drawing {...drawing} />
    </li>
  )
}

export function Drawing({ marked, lines, dots, paper }: ServiceView['drawing']) {
  return (
    <svg className={styles.drawing} viewBox="0 0 88 88" aria-hidden="true">
      <path className={styles.marked} d={marked} />
      <path d={lines} />
      {dots && <path className={styles.dots} d={dots} />}
      {paper && <path className={styles.paper} d={paper} />}
    </svg>
  )
}

/** Letters that the column takes at the size of a title, whatever they are. */
const usual = 8

type SplitProps = { id?: string; heading: string; children: ReactNode }

/** A section with its title at the left, and what it is about at the right. */
export function Split({ id, heading, children }: SplitProps) {
  // Where all letters are as wide as a w, fewer fit.
  const width = useBrand()?.pair === 'typewriter' ? 1.15 : 1
  const longest = longestWord(heading) * width
  return (
    <section className={ui.section} id={id}>
      <div className={`${ui.wrap} ${ui.grid} ${home.split}`}>
        <h2
          className={ui.sectionTitle}
          style={longest > usual ? ({ '--longest': longest } as CSSProperties) : undefined}
        >
          {heading}
        </h2>
        {children}
      </div>
    </section>
  )
}
