// The page for when something breaks (decision 38): what happened, an id for whoever looks for it, two ways on.
import { useEffect, useState } from 'react'
import { site } from '../content/site.ts'

const reloaded = 'reloaded-for'

export function Broken({ error, status }: { error: unknown; status: number }) {
  const [id, setId] = useState('')
  useEffect(() => {
    // After an upgrade a page that is still open asks for parts that are gone: once, loading it anew is the cure.
    if (isMissingPart(error) && sessionStorage.getItem(reloaded) !== location.pathname) {
      sessionStorage.setItem(reloaded, location.pathname)
      location.reload()
      return
    }
    const made = crypto.randomUUID().slice(0, 8)
    console.error(`Error ${made}:`, error)
    setId(made)
  }, [error])
  return (
    <main className="broken">
      <title>{`Something went wrong | ${site.brand}`}</title>
      <h1>Something went wrong</h1>
      <p>
        {status === 404
          ? 'This page could not be found.'
          : 'This page could not be shown. Loading it again often helps.'}
      </p>
      {id && <p className="meta">Error {id}</p>}
      <p className="broken-ways">
        <button type="button" className="btn" onClick={() => location.reload()}>
          Reload
        </button>
        <a className="btn btn-2" href="/">
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
