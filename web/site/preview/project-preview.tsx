// The view of one project: its bar, and the stage with the frame or the image. For its public page, and for a client link.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Project } from '../../../contract/responses/projects.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import * as ui from '../../ui/primitives.module.css'
import { useSize } from '../../ui/size.ts'
import { classes } from '../../ui/styles.ts'
import { ArrowOutIcon, CaseStudyIcon, InfoIcon, OpenIcon } from '../../ui/tool-icons.tsx'
import { useSaid, useWords } from '../../ui/words.tsx'
import { clickProps } from '../visits.ts'
import { PageLink } from './page-link.tsx'
import * as styles from './preview.module.css'
import { type Device, DeviceBar, Frame, fitOf, fitStyle, useFraming, widthLabel } from './preview-frame.tsx'

type Props = {
  project: Project | null
  /** What is shown instead of the project. */
  problem: string | null
  /** What that offers. */
  ways?: ReactNode
  /** Before the name. */
  start: ReactNode
  /** Above the bar: who else sees the project. */
  line?: { label: string; text: string } | undefined
  /** The project for which opened live sites count; without it they do not. */
  countedAs?: string | undefined
  /** Where its case study is, if it has one; without it, at the URL of this page (private-project.tsx). */
  caseStudyUrl?: string
}

export function ProjectPreview(props: Props) {
  const { project, problem, ways, start, line, countedAs, caseStudyUrl = '?view=case-study' } = props
  const [device, setDevice] = useState<Device>('desktop')
  const t = useWords()
  const said = useSaid()
  const stage = useRef<HTMLElement>(null)
  const size = useSize(stage)
  const fit = size && fitOf(device, size.width)
  const name = project?.name ?? t('Portfolio')
  // httpbin.org begins with "http" too.
  const url = project && !problem ? withScheme(project.purl) : null
  const { view, onLoad } = useFraming(url, project?.preview ?? 'live', project?.obstacle)
  const ready = view.shows === 'live' || view.shows === 'image'
  const title = useFocusKept(view.shows === 'live')
  const live = { href: url ?? '', target: '_blank', rel: 'noopener noreferrer', ...clickProps(countedAs) }
  const caseStudy = url && project?.hasCaseStudy ? caseStudyUrl : undefined

  return (
    <div className={styles.preview} data-device={device} data-shows={view.shows}>
      <WhoSees line={line} />
      <header className={styles.bar}>
        <div className={`${ui.row} ${styles.title}`}>
          {start}
          <h1 className={ui.truncate} tabIndex={-1} ref={title}>
            {name}
          </h1>
        </div>
        {ready && <DeviceBar device={device} onChoose={setDevice} />}
        {url && (
          <div className={`${ui.row} ${styles.end}`}>
            {ready && fit && !fit.phone && (
              <p className={classes(ui.meta, caseStudy && ui.wideOnly)}>{widthLabel(fit, t)}</p>
            )}
            {caseStudy && (
              <PageLink
                to={caseStudy}
                className={buttonClass({ variant: 'secondary', size: 'sm' }, styles.caseStudy)}
                title={t('Case study')}
                aria-label={t('Case study')}
              >
                <CaseStudyIcon />
                <span>{t('Case study')}</span>
              </PageLink>
            )}
            <a {...live} className={`${ui.row} ${styles.open}`} title={t('Open in a new tab')}>
              {!caseStudy && <span className={ui.wideOnly}>{t('Open in a new tab')}</span>}
              <ArrowOutIcon size="s" />
            </a>
          </div>
        )}
      </header>
      <div className={styles.status} role="status">
        {url && view.shows === 'image' && (
          <div className={`${ui.row} ${styles.notice}`}>
            <p className={ui.row}>
              <InfoIcon />
              <span>
                {t(view.reason)} {t('Here is an image of it.')}
              </span>
            </p>
            {URL.canParse(url) && (
              <a {...live} className={buttonClass({ size: 'sm' })}>
                {t('Open live site')} <OpenIcon size="s" />
              </a>
            )}
          </div>
        )}
      </div>
      <main className={styles.stage} id="main" ref={stage} style={fit ? fitStyle(fit) : undefined}>
        {ready && fit?.phone && <p className={styles.dimension}>{widthLabel(fit, t)}</p>}
        {project && url && (
          <Frame view={view} name={name} project={project} device={device} onLoad={onLoad} />
        )}
        {problem ? (
          <div className={`${ui.filling} ${styles.over}`}>
            <p role="alert">{said(problem)}</p>
            <div className={ui.cluster}>{ways}</div>
          </div>
        ) : (
          !ready && (
            <>
              <div className={`${ui.filling} ${styles.over} ${ui.needsScript}`} role="status">
                <p>{url ? t('Loading preview...') : t('Loading portfolio...')}</p>
                <div className={styles.run} />
              </div>
              {url && <WithoutScripts url={url} name={name} />}
            </>
          )
        )}
      </main>
    </div>
  )
}

/** Above the bar, where not everybody does. */
export function WhoSees({ line }: Pick<Props, 'line'>) {
  if (!line) return null
  return (
    <section className={`${ui.center} ${styles.line}`} aria-label={line.label}>
      <Badge look="draft">{line.text}</Badge>
    </section>
  )
}

/** A site that loads late takes the place of its image: whoever was on the image or its notice goes on at the title. */
function useFocusKept(live: boolean) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (live && document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [live])
  return title
}

function withScheme(url: string) {
  return /^https?:\/\//i.test(url) ? url : `https://${url}`
}

function WithoutScripts({ url, name }: { url: string; name: string }) {
  const t = useWords()
  return (
    <noscript>
      <div className={`${ui.filling} ${styles.over}`}>
        <p>{t('The preview needs JavaScript, which is switched off in this browser.')}</p>
        <div className={ui.cluster}>
          <a className={buttonClass()} href={url} rel="noopener noreferrer">
            {t('Open {name}', { name })}
          </a>
        </div>
      </div>
    </noscript>
  )
}
