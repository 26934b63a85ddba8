// One project live in a frame: full width, as on a tablet, as on a phone [S2, S4, R43, R53, R54, R55, R56, R57].
import { useEffect, useRef, useState } from 'react'
import { data, useRevalidator } from 'react-router'
import { shareImageSize } from '../../contract/brand.ts'
import { listPublic, type PortfolioItem } from '../../contract/portfolio.ts'
import { apiContext } from '../api-context.ts'
import { useBrand } from '../brand.ts'
import { call } from '../call.ts'
import { type Deferred, defer, useDeferred } from '../deferred.ts'
import { failedLoad } from '../failed-load.ts'
import { ownerOf, pageMeta, titled } from '../page-meta.ts'
import { IconLink } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { CloseIcon } from '../ui/icons.tsx'
import * as layout from '../ui/layout.module.css'
import { ArrowOutIcon } from '../ui/tool-icons.tsx'
import * as typography from '../ui/typography.module.css'
import type { Route } from './+types/preview'
import { useAboutPanel } from './about-panel.ts'
import { AboutProject, AboutToggle } from './about-project.tsx'
import { useClose } from './close-preview.ts'
import { useFraming } from './framing.ts'
import * as styles from './preview.module.css'
import { type Device, useFit, widthLabel } from './preview-fit.ts'
import { DeviceBar, Frame } from './preview-frame.tsx'
import { Notice, Problem, WithoutScripts } from './preview-notes.tsx'
import { PrintedProject, PrintHead } from './preview-print.tsx'
import * as stageStyles from './preview-stage.module.css'
import { nameOf } from './project-card.tsx'
import { clickProps, useVisit } from './visits.ts'

type Loaded = {
  item: PortfolioItem | null
  problem: string | null
  shareImage?: string
  /** Of the page while there is no project. */
  description?: string
  /** From the browser's loader: what the rest will be. */
  deferred?: Deferred<Loaded>
}

const notFound = 'Portfolio not found.'
const noUrl = 'Data not found.'
const wentWrong = 'Something went wrong.'

function judge({ portfolios }: { portfolios: PortfolioItem[] }): Loaded {
  const item = portfolios[0]
  if (!item) return { item: null, problem: notFound }
  return { item, problem: item.purl?.trim() ? null : noUrl }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    const api = context.get(apiContext)
    const loaded = judge(await api.call(listPublic, { query: { id: params.id } }))
    if (loaded.item) return data<Loaded>({ ...loaded, shareImage: await api.shareImage(loaded.item) })
    const { galleryDescription: description } = await api.site()
    return data<Loaded>({ ...loaded, description }, { status: 404 })
  } catch (error) {
    return failedLoad<Loaded>({ item: null, problem: wentWrong }, error)
  }
}

// Inside the site the page opens at once and says that it is loading, instead of holding the old page.
export function clientLoader({ params: { id } }: Route.ClientLoaderArgs): Loaded {
  return { item: null, problem: null, deferred: defer(call(listPublic, { query: { id } }).then(judge)) }
}

export function meta({ loaderData, params, matches }: Route.MetaArgs) {
  const item = loaderData?.item
  if (!item) return pageMeta({ title: titled('Portfolio', matches), description: loaderData?.description })
  const name = nameOf(item)
  const owner = ownerOf(matches)
  const head = {
    title: titled(name, matches),
    description:
      item.about?.summary ??
      `${name}: ${item.categories.join(', ')}. A project by ${owner}, shown${item.preview === 'live' ? ' live' : ''} on desktop, tablet and phone.`,
    path: `/portfolio/${params.id}`,
    image: loaderData.shareImage
      ? { src: loaderData.shareImage, ...shareImageSize, alt: `${name}, a project by ${owner}` }
      : undefined,
    jsonLd: import.meta.env.SSR
      ? {
          '@type': 'CreativeWork',
          name,
          abstract: item.about?.summary,
          description: item.about?.outcome ?? item.about?.summary,
          keywords: item.categories,
          dateCreated: item.createdAt,
          creator: { '@type': 'Person', name: owner },
        }
      : undefined,
  }
  return pageMeta(head, matches)
}

export default function Preview({ loaderData, params }: Route.ComponentProps) {
  useVisit(`/portfolio/${params.id}`)
  const { item, problem } = useItem(loaderData)
  const { revalidate } = useRevalidator()
  const [device, setDevice] = useState<Device>('desktop')
  const stage = useRef<HTMLElement>(null)
  const fit = useFit(stage, device)
  const name = item ? nameOf(item) : 'Portfolio'
  // [S2, R52] httpbin.org begins with "http" too.
  const url = item && !problem ? withScheme(item.purl) : null
  const { view, onLoad } = useFraming(url, item?.preview ?? 'live', item?.obstacle)
  const ready = view.shows === 'live' || view.shows === 'image'
  const title = useFocusKept(view.shows === 'live')
  const about = url ? item?.about : undefined
  const panel = useAboutPanel((about && item?.id) ?? null)

  return (
    <div
      className={classes(styles.preview, about && styles.withAbout)}
      data-device={device}
      data-shows={view.shows}
    >
      <header className={styles.bar}>
        <PrintHead />
        <div className={styles.title}>
          <Close />
          <h1 tabIndex={-1} ref={title}>
            {name}
          </h1>
        </div>
        {ready && <DeviceBar device={device} onChoose={setDevice} />}
        {url && (
          <div className={styles.end}>
            {ready && fit && !fit.phone && <p className={typography.meta}>{widthLabel(fit)}</p>}
            {about && <AboutToggle {...panel.toggle} />}
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              title="Open in a new tab"
              {...clickProps(item?.id)}
            >
              <span>Open in a new tab</span>
              <ArrowOutIcon size="s" />
            </a>
          </div>
        )}
      </header>
      <div className={styles.status} role="status" inert={panel.coversStage}>
        {url && view.shows === 'image' && <Notice reason={view.reason} url={url} id={item?.id} />}
      </div>
      <main className={stageStyles.stage} id="main" ref={stage}>
        {ready && fit?.phone && <p className={stageStyles.dimension}>{widthLabel(fit)}</p>}
        {item && url && (
          <>
            <Frame
              view={view}
              name={name}
              image={item.pimage}
              onLoad={onLoad}
              isCovered={panel.coversStage}
            />
            <PrintedProject name={name} image={item.pimage} url={url} />
          </>
        )}
        {problem ? (
          <Problem text={problem} onRetry={problem === wentWrong ? () => void revalidate() : undefined} />
        ) : (
          !ready && (
            <>
              <div className={`${styles.over} ${layout.needsScript}`} role="status">
                <p>{url ? 'Loading preview...' : 'Loading portfolio...'}</p>
                <div className={styles.run} />
              </div>
              {url && <WithoutScripts url={url} name={name} />}
            </>
          )
        )}
      </main>
      {about && url && (
        <AboutProject
          about={about}
          id={item?.id}
          neighbours={item?.neighbours}
          url={url}
          isOpen={panel.isOpen}
          onClose={panel.close}
        />
      )}
    </div>
  )
}

function Close() {
  const close = useClose()
  return <IconLink label="Close preview" icon={<CloseIcon />} to="/portfolio" onClick={close} />
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

/** What the page was sent with, or what the API responded when the visitor came from inside the site. */
function useItem({ deferred, ...given }: Loaded): Loaded {
  const { data, error } = useDeferred(deferred)
  const failed = error && { item: null, problem: wentWrong }
  const loaded = data ?? failed ?? given
  const brand = useBrand()?.name
  const title = loaded.item && [nameOf(loaded.item), brand].filter(Boolean).join(' | ')
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  return loaded
}
