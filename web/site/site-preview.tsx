// A page as it would be with content that is not published: in a frame of the site editor, which sends the content. It is
// made of the components of the pages themselves; nothing in it can be pressed or focused.
import { useEffect, useState } from 'react'
import { type PreviewMessage, previewReady } from '../../contract/site-calls.ts'
import { Previewed, useBrand } from '../brand.ts'
import { Guard } from '../guard.tsx'
import { privateMeta } from '../page-meta.ts'
import { showStyle } from '../site-style.ts'
import { spokenIn } from '../site-words.ts'
import { SpokenContext } from '../ui/words.tsx'
import { ContactPage } from './contact/contact.tsx'
import { AboutPage } from './home/about.tsx'
import { HomePage } from './home/home.tsx'
import { SiteFrame } from './layout.tsx'

export const meta = privateMeta('Preview')

export default function SitePreview() {
  return (
    <Guard admin>
      <Preview />
    </Guard>
  )
}

const paths = { home: '/', about: '/about', contact: '/contact' }

function Preview() {
  const [shown, setShown] = useState<PreviewMessage | null>(null)
  useEffect(() => {
    const receive = ({ origin, source, data }: MessageEvent) => {
      // From the editor around this frame, and from nobody else.
      const isOurs = origin === location.origin && source === parent && parent !== window
      if (isOurs && data?.kind === 'site-preview') setShown(data)
    }
    addEventListener('message', receive)
    parent.postMessage(previewReady, location.origin)
    return () => removeEventListener('message', receive)
  }, [])
  useTheme(shown?.theme)
  const [rendered] = useState(useBrand())
  const brand = shown?.view.brand
  useEffect(() => {
    if (brand) showStyle(brand, rendered)
  }, [brand, rendered])
  if (!shown) return null
  const { home, about, contact } = shown.view
  return (
    <Previewed value={{ ...shown.view, path: paths[shown.page] }}>
      <SpokenContext value={spokenIn(shown.view)}>
        <div inert lang={shown.view.brand.language}>
          <SiteFrame>
            {shown.page === 'home' && <HomePage view={home} />}
            {shown.page === 'about' && <AboutPage view={about} />}
            {shown.page === 'contact' && <ContactPage view={contact} />}
          </SiteFrame>
        </div>
      </SpokenContext>
    </Previewed>
  )
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
