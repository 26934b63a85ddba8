// Blocks of a case study: a picture on its plate; before and after, one picture over the other, uncovered by a slider; and a video,
// of which nothing is loaded before Play is pressed. Without scripts both pictures are side by side, and Play is a link.

import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { imageSources, imageUrl } from '../../../contract/images.ts'
import type { BlockView, Project } from '../../../contract/responses/projects.ts'
import { videoOf } from '../../../contract/video.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useIsHydrated } from '../../ui/hydration.ts'
import { PlayIcon } from '../../ui/icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import * as ui from '../../ui/primitives.module.css'
import { CompareIcon } from '../../ui/tool-icons.tsx'
import { useWords } from '../../ui/words.tsx'
import * as styles from './case-study.module.css'

/** What the browser is told of its width, by its place on the page. */
export const wide = '(width >= 90em) 1310px, (width > 60em) 91vw, 88vw'
export const half = '(width >= 90em) 644px, (width > 60em) 45vw, 88vw'
/** One of two or three side by side, on a phone of two; there the first of an odd number is `half`. */
export const small = '(width >= 90em) 644px, 45vw'

/**
 * For style sheets that crop: upright and square pictures are whole, such as posters. Of what is higher still, such as the
 * screenshot of a phone, the top is shown.
 */
function uprightShape(image: string): object | undefined {
  const { width = 1, height = 0 } = imageSources(imageUrl(image, 'cover')) ?? {}
  return width > height ? undefined : { '--shape': Math.max(width / height, 2 / 3) }
}

/** Nothing where no image is chosen yet. */
export function BlockImage({ image, alt, sizes }: { image: string; alt: string; sizes: string }) {
  const src = imageUrl(image, 'cover')
  if (!src) return null
  return (
    <div className={`${styles.plate} ${ui.edged}`} style={uprightShape(image)}>
      <Picture src={src} sizes={sizes} alt={alt} />
    </div>
  )
}

/** Percent for each key; ten times as much with Shift. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }
const ends: Record<string, number> = { Home: 0, End: 100 }

export function Comparison({ block }: { block: Extract<BlockView, { kind: 'comparison' }> }) {
  const { before, after, caption } = block
  const [at, setAt] = useState(50)
  const frame = useRef<HTMLDivElement>(null)
  const knob = useRef<HTMLButtonElement>(null)
  const start = useRef(at)
  const isHydrated = useIsHydrated()
  const t = useWords()
  const set = (value: number) => setAt(Math.min(100, Math.max(0, Math.round(value))))

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const to = key in ends ? ends[key] : at + (steps[key] ?? Number.NaN) * (shiftKey ? 10 : 1)
    if (to === undefined || Number.isNaN(to)) return
    event.preventDefault()
    set(to)
  }
  const follow = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 1 } = frame.current?.getBoundingClientRect() ?? {}
    set((100 * (clientX - left)) / width)
  }

  const sides = [
    { ...before, label: before.label || t('Before'), className: styles.before },
    { ...after, label: after.label || t('After'), className: styles.after },
  ]
  return (
    <figure>
      <div
        ref={frame}
        className={styles.comparison}
        style={{ ...uprightShape(before.image), '--at': `${at}%` } as CSSProperties}
        onPointerDown={(event) => {
          if (event.button !== 0 || !isHydrated) return
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          knob.current?.focus({ preventScroll: true })
          start.current = at
          follow(event)
        }}
        // The page is scrolled.
        onPointerCancel={() => set(start.current)}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
      >
        {sides.map(({ image, alt, label, className }) => (
          <div key={className} className={className}>
            <BlockImage image={image} alt={alt} sizes={wide} />
            <span className={styles.label}>{label}</span>
          </div>
        ))}
        <button
          ref={knob}
          type="button"
          role="slider"
          className={`${ui.center} ${ui.needsScript}`}
          disabled={!isHydrated}
          aria-label={t('Before and after')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={at}
          aria-valuetext={`${at} % ${sides[0]?.label}`}
          onKeyDown={onKeyDown}
        >
          <CompareIcon />
        </button>
      </div>
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

type Props = {
  block: Extract<BlockView, { kind: 'video' }>
  /** Its cover is shown where the video has no poster. */
  project: Project
}

export function Video({ block: { source, poster, caption }, project }: Props) {
  const [isPlaying, setPlaying] = useState(false)
  const isHydrated = useIsHydrated()
  const t = useWords()
  const linked = videoOf(source)
  const file = `/uploads/${source}/video.mp4`
  const says =
    linked && t('Plays from {host}; nothing is loaded before you press Play.', { host: linked.host })
  const play = buttonClass({ size: 'lg' }, styles.play)
  const label: ReactNode = (
    <>
      <PlayIcon />
      {t('Play')}
    </>
  )
  return (
    <figure>
      <div className={styles.video}>
        {isPlaying ? (
          linked ? (
            <iframe
              src={linked.player}
              title={caption || t('Video')}
              allow="autoplay; fullscreen; picture-in-picture"
              // Without the origin YouTube does not play.
              referrerPolicy="strict-origin"
              ref={takeFocus}
            />
          ) : (
            // biome-ignore lint/a11y/useMediaCaption: a video shows a site; the owner has no captions to give
            <video src={file} controls autoPlay playsInline ref={takeFocus} />
          )
        ) : (
          <>
            {poster ? (
              <BlockImage image={poster} alt="" sizes={wide} />
            ) : (
              <Picture src={project.pimage} sizes={wide} alt="" focal={project} />
            )}
            {source &&
              (isHydrated ? (
                <button type="button" className={play} onClick={() => setPlaying(true)}>
                  {label}
                </button>
              ) : (
                <a className={play} href={linked?.page ?? file}>
                  {label}
                </a>
              ))}
          </>
        )}
      </div>
      {(caption || says) && (
        <figcaption>
          {caption} {caption && says && <br />}
          {says}
        </figcaption>
      )}
    </figure>
  )
}

/** Where the pressed button was. */
function takeFocus(player: HTMLElement | null): void {
  player?.focus({ preventScroll: true })
}
