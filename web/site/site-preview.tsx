// A page as it would be with content that is not published: in a frame of an editor or of the first run, which sends the content. It is
// made of the components of the pages themselves; nothing in it can be pressed or focused.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { projectPages } from '../../contract/pages.ts'
import { type PreviewMessage, previewReady } from '../../contract/site-calls.ts'
import { Previewed, spokenIn, useBrand, useReach, useSiteWords } from '../brand.ts'
import { Guard } from '../guard.tsx'
import { privateMeta } from '../page-meta.ts'
import { showStyle } from '../site-style.ts'
import { useIsHydrated } from '../ui/hydration.ts'
import * as ui from '../ui/primitives.module.css'
import { SpokenContext } from '../ui/words.tsx'
import { CaseStudyPage } from './case-study/case-study-page.tsx'
import { ContactPage } from './contact/contact.tsx'
import * as gallery from './gallery/gallery.module.css'
import { Card } from './gallery/project-card.tsx'
import { AboutPage } from './home/about.tsx'
import { HomePage } from './home/home.tsx'
import { SiteFrame } from './layout.tsx'
import { LegalText } from './legal.tsx'

export const meta = privateMeta('Preview')

export default function SitePreview() {
  const isFramed = useIsHydrated() && parent !== window
  // In the first run nobody is admin yet; by itself it shows nothing to anybody.
  if (isFramed) return <Preview />
  return (
    <Guard admin>
      <Preview />
    </Guard>
  )
}

const paths = {
  home: '/',
  about: '/about',
  contact: '/contact',
  imprint: '/imprint',
  privacy: '/privacy',
  'case-study': '/portfolio',
  card: '/portfolio',
}

function Preview() {
  const [shown, setShown] = useState<PreviewMessage | null>(null)
  useEffect(() => {
    const receive = ({ origin, source, data }: MessageEvent) => {
      // From the page around this frame, and from nobody else.
      const isOurs = origin === location.origin && source === parent && parent !== window
      if (isOurs && data?.kind === 'site-preview') setShown(data)
    }
    addEventListener('message', receive)
    parent.postMessage(previewReady, location.origin)
    return () => removeEventListener('message', receive)
  }, [])
  useTheme(shown?.theme)
  useChangesInView(shown)
  const view = shown && 'view' in shown ? shown.view : undefined
  // A project is shown in the site as it is published.
  const [live, reach, words] = [useBrand(), useReach(), useSiteWords()]
  const [rendered] = useState(live)
  const brand = view?.brand ?? live
  useEffect(() => {
    if (brand) showStyle(brand, rendered)
  }, [brand, rendered])
  const around = view ?? (brand && reach && { brand, reach })
  if (!shown || !around) return null
  return (
    <Previewed value={{ ...around, path: paths[shown.page] }}>
      <SpokenContext value={view ? spokenIn(view) : words}>
        <div inert lang={around.brand.language}>
          <SiteFrame>
            {shown.page === 'home' && <HomePage view={shown.view.home} />}
            {shown.page === 'about' && <AboutPage view={shown.view.about} />}
            {shown.page === 'contact' && <ContactPage view={shown.view.contact} />}
            {(shown.page === 'imprint' || shown.page === 'privacy') && (
              <LegalText page={shown.page} text={shown.view.legal[shown.page]} />
            )}
            {shown.page === 'case-study' && (
              <CaseStudyPage
                project={shown.project}
                back={{ to: '/portfolio', label: 'Portfolio' }}
                previewUrl={projectPages.project.replace(':id', shown.project.id)}
              />
            )}
            {shown.page === 'card' && (
              <section className={`${ui.wrap} ${ui.section}`}>
                <div className={`${ui.grid} ${gallery.gallery}`}>
                  <Card project={shown.project} at={0} sizes={{ desktop: 'full', tablet: 'full' }} />
                </div>
              </section>
            )}
          </SiteFrame>
        </div>
      </SpokenContext>
    </Previewed>
  )
}

/** Scrolls to what a message has changed, where it is out of sight; another page is seen from its top. */
function useChangesInView(shown: PreviewMessage | null): void {
  const page = useRef<PreviewMessage['page']>(undefined)
  const changes = useRef<MutationObserver>(undefined)
  useEffect(() => {
    // What the page changes by itself, as a slider does, is forgotten at once.
    changes.current = new MutationObserver(() => {})
    changes.current.observe(document.body, { subtree: true, childList: true, characterData: true })
    return () => changes.current?.disconnect()
  }, [])
  useLayoutEffect(() => {
    const [change] = changes.current?.takeRecords() ?? []
    const isOther = shown?.page !== page.current
    page.current = shown?.page
    const node = change?.addedNodes[0] ?? change?.target
    const element = node instanceof Element ? node : node?.parentElement
    const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    if (isOther) scrollTo(0, 0)
    else if (bottom < 0 || top > innerHeight) scrollBy(0, top - innerHeight / 3)
  }, [shown])
}

/** The frame's own: what is stored for this browser stays as it is. */
function useTheme(theme: PreviewMessage['theme'] | undefined): void {
  useEffect(() => {
    if (!theme) return
    const { classList } = document.body
    const show = () => {
      if (classList.contains(theme)) return
      classList.remove('light', 'dark')
      classList.add(theme)
    }
    show()
    // The document follows the theme of the editor around it.
    const observer = new MutationObserver(show)
    observer.observe(document.body, { attributeFilter: ['class'] })
    return () => observer.disconnect()
  }, [theme])
}
