// Six images side by side that move on by themselves, round and round; every one leads to the portfolio.

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { slideTime } from '../../../contract/limits.ts'
import type { SiteImage } from '../../../contract/responses/site.ts'
import { IconButton } from '../../ui/button.tsx'
import { useIsHydrated } from '../../ui/hydration.ts'
import { ArrowLeftIcon, ArrowRightIcon, PauseIcon, PlayIcon } from '../../ui/icons.tsx'
import * as ui from '../../ui/primitives.module.css'
import { useWords } from '../../ui/words.tsx'
import { RasterImage } from './raster.tsx'
import * as styles from './slider.module.css'

// As many as are in view at most: after the last slide the first ones are repeated, so that the row closes.
const clones = 3
// On a phone less than the 88 % they take: images that pass by do not need every pixel of a dense screen.
const sizes = '(min-width: 1440px) 424px, (min-width: 1200px) 30vw, (min-width: 992px) 45vw, 50vw'

const reduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export function Slider({ slides }: { slides: readonly SiteImage[] }) {
  const row = useRef<HTMLUListElement>(null)
  const [first, setFirst] = useState(0)
  const [paused, setPaused] = useState(true)
  const [held, setHeld] = useState(false)
  const running = !paused && !held
  const isHydrated = useIsHydrated()
  const t = useWords()

  const measure = () => {
    const list = row.current
    const [one, two] = list ? (list.children as unknown as HTMLElement[]) : []
    if (!list || !one || !two) return null
    const step = two.offsetLeft - one.offsetLeft
    return { list, step, group: Math.max(1, Math.round(list.clientWidth / step)) }
  }

  const show = (slide: number, behavior: ScrollBehavior = 'smooth') => {
    const measured = measure()
    measured?.list.scrollTo({ left: slide * measured.step, behavior: reduced() ? 'instant' : behavior })
  }

  /** One group on or back: as many as are in view. */
  const move = (by: 1 | -1) => {
    const measured = measure()
    if (!measured) return
    const { list, step, group } = measured
    const at = Math.round(list.scrollLeft / step)
    const now = at - (at % group)
    if (by < 0 && now === 0) show(slides.length, 'instant')
    show(by < 0 && now === 0 ? slides.length - group : now + by * group)
  }

  // Autoplay starts here and not in the HTML: without scripts, or with reduced motion, nothing moves.
  useEffect(() => setPaused(reduced()), [])

  const moveOn = useEffectEvent(() => move(1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new position starts the wait again, with its bar
  useEffect(() => {
    if (!running) return
    // Again and again: a move that a resize cuts off may end where it began, which is no new position.
    const timer = setInterval(moveOn, slideTime)
    return () => clearInterval(timer)
  }, [running, first])

  /** Where the row came to rest; on the copies of the first slides it steps back unseen to the slides themselves. */
  const settle = () => {
    const measured = measure()
    if (!measured) return
    const at = Math.round(measured.list.scrollLeft / measured.step)
    if (at >= slides.length) show(at - slides.length, 'instant')
    setFirst(at % slides.length)
  }

  // Safari tells since 26.2 that a row has come to rest.
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const settleSoon = () => {
    clearTimeout(resting.current)
    resting.current = setTimeout(settle, 120)
  }
  const hasRested = typeof window === 'undefined' || 'onscrollend' in window

  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) }
  return (
    <section
      aria-label={t('Projects')}
      aria-roledescription={t('carousel')}
      {...hold}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* Firefox gives a row that scrolls a Tab stop of its own. */}
      <ul
        className={`${ui.snapping} ${styles.slides}`}
        ref={row}
        tabIndex={-1}
        onScrollEnd={settle}
        onScroll={hasRested ? undefined : settleSoon}
      >
        {[...slides, ...slides.slice(0, clones)].map((image, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an image may be there twice
          <li key={at} aria-hidden={at >= slides.length || undefined}>
            {/* All lead to one page: one Tab stop, in which the arrow keys scroll. */}
            <Link to="/portfolio" tabIndex={at === first ? 0 : -1}>
              <RasterImage image={image} sizes={sizes} alt={at < slides.length ? image.alt : ''} />
            </Link>
          </li>
        ))}
      </ul>
      <div className={`${ui.row} ${styles.bar}`}>
        <IconButton
          label={paused ? t('Play slides') : t('Pause slides')}
          icon={paused ? <PlayIcon /> : <PauseIcon />}
          onClick={() => setPaused(!paused)}
        />
        <div className={`${ui.row} ${styles.ticks}`} data-running={running || undefined}>
          {slides.map((_, at) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={at}
              type="button"
              disabled={!isHydrated}
              aria-label={t('Show slide {number}', { number: at + 1 })}
              aria-current={at === first || undefined}
              onClick={() => {
                const group = measure()?.group ?? 1
                show(at - (at % group))
              }}
            />
          ))}
        </div>
        <IconButton label={t('Previous image')} icon={<ArrowLeftIcon />} onClick={() => move(-1)} />
        <IconButton label={t('Next image')} icon={<ArrowRightIcon />} onClick={() => move(1)} />
      </div>
    </section>
  )
}
