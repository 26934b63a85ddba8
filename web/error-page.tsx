// The page for when something breaks: what happened, an id for whoever looks for it, two ways on.
import { useEffect, useState } from 'react'
import { buttonClass } from './ui/button.tsx'
import * as layout from './ui/layout.module.css'
import * as typography from './ui/typography.module.css'

const reloaded = 'reloaded-for'

/** True the first time for this path in this tab; false also where storage is blocked, so that nothing goes in circles. */
function firstFailureHere(): boolean {
  try {
    if (sessionStorage.getItem(reloaded) === location.pathname) return false
    sessionStorage.setItem(reloaded, location.pathname)
    return true
  } catch {
    return false
  }
}

/** @param brand undefined where not even that is known */
export function ErrorPage({
  error,
  status,
  brand,
}: {
  error: unknown
  status: number
  brand: string | undefined
}) {
  const [id, setId] = useState('')
  useEffect(() => {
    // After an upgrade a page that is still open requests parts that are gone: loading it again helps, once.
    if (isMissingPart(error) && firstFailureHere()) {
      location.reload()
      return
    }
    // Not randomUUID, which is missing where the site is served by http from another machine.
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    const made = random.toString(16).padStart(8, '0')
    console.error(`Error ${made}:`, error)
    setId(made)
  }, [error])
  return (
    <main className={layout.page}>
      <title>{['Something went wrong', brand].filter(Boolean).join(' | ')}</title>
      <h1>Something went wrong</h1>
      <p>
        {status === 404
          ? 'This page could not be found.'
          : 'This page could not be shown. Loading it again often helps.'}
      </p>
      {id && <p className={typography.meta}>Error {id}</p>}
      <p className={layout.actions}>
        <button type="button" className={buttonClass()} onClick={() => location.reload()}>
          Reload
        </button>
        <a className={buttonClass({ variant: 'secondary' })} href="/">
          Go to Homepage
        </a>
      </p>
    </main>
  )
}

function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|preload CSS/i.test(error.message)
  )
}
