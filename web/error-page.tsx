// The page for when something breaks: what happened, an id for whoever looks for it, two ways on.
import { useEffect, useState } from 'react'
import { buttonClass } from './ui/button.tsx'
import * as ui from './ui/primitives.module.css'
import { useWords } from './ui/words.tsx'

/** @param brand undefined where not even that is known */
export function ErrorPage({ error, brand }: { error: unknown; brand: string | undefined }) {
  const t = useWords()
  const [id, setId] = useState('')
  useEffect(() => {
    // Not randomUUID, which is missing where the site is served by http from another machine.
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    const made = random.toString(16).padStart(8, '0')
    console.error(`Error ${made}:`, error)
    setId(made)
  }, [error])
  return (
    <main className={`${ui.wrap} ${ui.page}`}>
      <title>{[t('Something went wrong'), brand].filter(Boolean).join(' | ')}</title>
      <h1>{t('Something went wrong')}</h1>
      <p>{t('This page could not be shown. Loading it again often helps.')}</p>
      {id && <p className={ui.meta}>{t('Error {id}', { id })}</p>}
      <p className={ui.cluster}>
        <button type="button" className={buttonClass()} onClick={() => location.reload()}>
          {t('Reload')}
        </button>
        <a className={buttonClass({ variant: 'secondary' })} href="/">
          {t('Go to Homepage')}
        </a>
      </p>
    </main>
  )
}
