// One project live in a frame: full width, as on a tablet, as on a phone (sections 2 and 4, decisions 43 and 53-57).
import './site.css'
import { type MouseEvent, useEffect, useState } from 'react'
import { data, Link, useNavigate } from 'react-router'
import { site } from '../../content/site.ts'
import { pictureSet } from '../../contract/pictures.ts'
import { listPublic, type PortfolioItem } from '../../contract/portfolio.ts'
import { apiContext } from '../api-context.ts'
import { call } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { ArrowOutIcon, CloseIcon } from '../ui/icons.tsx'
import type { Route } from './+types/preview'
import { type Device, DeviceBar, Frame, widthOf } from './preview-frame.tsx'
import { nameOf } from './project-card.tsx'

type Loaded = { item: PortfolioItem | null; problem: string | null }

const notFound = 'Portfolio not found.'
const noAddress = 'Data not found.'
const wentWrong = 'Something went wrong.'

function judge({ portfolios }: { portfolios: PortfolioItem[] }): Loaded {
  const item = portfolios[0]
  if (!item) return { item: null, problem: notFound }
  return { item, problem: item.purl?.trim() ? null : noAddress }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    const loaded = judge(await context.get(apiContext).call(listPublic, { query: { id: params.id } }))
    return data<Loaded>(loaded, { status: loaded.item ? 200 : 404 })
  } catch {
    return data<Loaded>({ item: null, problem: wentWrong }, { status: 500 })
  }
}

// Inside the site the page opens at once and says that it is loading, instead of holding the old page.
export function clientLoader(): Loaded {
  return { item: null, problem: null }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  const item = loaderData?.item
  if (!item) return pageMeta({ title: `Portfolio | ${site.brand}`, description: site.descriptions.portfolio })
  const name = nameOf(item)
  const picture = pictureSet(item.pimage)
  return pageMeta({
    title: `${name} | ${site.brand}`,
    description: `${name}: ${item.categories.join(', ')}. A project by ${site.owner.name}, shown live on desktop, tablet and phone.`,
    path: `/portfolio/${params.id}`,
    picture: picture
      ? { src: picture.src, width: picture.width, height: picture.height, alt: name }
      : undefined,
    jsonLd: {
      '@type': 'CreativeWork',
      name,
      keywords: item.categories,
      dateCreated: item.createdAt,
      creator: { '@type': 'Person', name: site.owner.name },
    },
  })
}

export default function Preview({ loaderData, params }: Route.ComponentProps) {
  const { item, problem } = useItem(params.id, loaderData)
  const [device, setDevice] = useState<Device>('desktop')
  const [shown, setShown] = useState(false)
  const close = useClose()
  const name = item ? nameOf(item) : 'Portfolio'
  // Section 2; decision 52: httpbin.org begins with "http" too.
  const address = item && !problem ? withScheme(item.purl) : null

  return (
    <div className="pv" data-device={device}>
      <header className="pv-bar">
        <div className="pv-title">
          <Link
            className="iconbtn"
            to="/portfolio"
            aria-label="Close preview"
            title="Close preview"
            onClick={close}
          >
            <CloseIcon />
          </Link>
          <h1 tabIndex={-1}>{name}</h1>
        </div>
        {shown && <DeviceBar device={device} onChoose={setDevice} />}
        {address && (
          <div className="pv-end">
            {shown && <p className="meta pv-size">{widthOf[device]}</p>}
            <a href={address} target="_blank" rel="noopener noreferrer" title="Open in a new tab">
              <span>Open in a new tab</span>
              <ArrowOutIcon size="s" />
            </a>
          </div>
        )}
      </header>
      <main className="pv-stage" id="main">
        {problem ? (
          <div className="pv-over" role="alert">
            <p>{problem}</p>
          </div>
        ) : address ? (
          <Frame key={address} address={address} name={name} device={device} onShown={setShown} />
        ) : (
          <div className="pv-over" role="status">
            <p>Loading portfolio...</p>
            <div className="pv-run" />
          </div>
        )}
      </main>
    </div>
  )
}

function withScheme(address: string) {
  return /^https?:\/\//i.test(address) ? address : `https://${address}`
}

/** What the page was sent with, or what the API answers when the visitor came from inside the site. */
function useItem(id: string, given: Loaded): Loaded {
  const [asked, setAsked] = useState<Loaded & { id: string }>()
  const missing = !given.item && !given.problem
  useEffect(() => {
    if (!missing) return
    const abort = new AbortController()
    call(listPublic, { query: { id }, signal: abort.signal })
      .then(judge, () => ({ item: null, problem: wentWrong }))
      .then((loaded) => !abort.signal.aborted && setAsked({ ...loaded, id }))
    return () => abort.abort()
  }, [missing, id])
  const loaded = missing ? (asked?.id === id ? asked : { item: null, problem: null }) : given
  const title = loaded.item && `${nameOf(loaded.item)} | ${site.brand}`
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  return loaded
}

/** Goes back; opened from elsewhere there is nothing of ours to go back to, so to the gallery (decision 54). */
function useClose() {
  const navigate = useNavigate()
  const [fallback, setFallback] = useState<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(fallback), [fallback])
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!(window.history.state?.idx > 0)) return navigate('/portfolio')
    navigate(-1)
    // Links followed inside the frame are steps of the same history: one step back may have stayed in there.
    setFallback(setTimeout(() => navigate('/portfolio', { replace: true }), 400))
  }
}
