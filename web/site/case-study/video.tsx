// A video of this site, or of YouTube or Vimeo. Nothing of it is loaded before Play is pressed; without scripts Play is a link.
import { type ReactNode, useState } from 'react'
import type { BlockView, Project } from '../../../contract/responses/projects.ts'
import { videoOf } from '../../../contract/video.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useIsHydrated } from '../../ui/hydration.ts'
import { PlayIcon } from '../../ui/icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../ui/words.tsx'
import { imageProps } from '../gallery/project-card.tsx'
import { BlockImage, wide } from './block-image.tsx'
import * as styles from './case-study.module.css'

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
              <Picture {...imageProps(project.pimage)} sizes={wide} alt="" focal={project} />
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
