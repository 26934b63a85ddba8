// Hydrates the page that the server rendered, and handles everything that can go wrong while it does.
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { rememberFields } from './early-fields.ts'
import { ErrorPage } from './error-page.tsx'
import { afterHydration } from './hydrated.ts'
import { listedSheets, SheetsContext } from './page-styles.tsx'

export function hydrate(): void {
  // Only what stands in this element is React's; what extensions do to the rest of the document is not looked at.
  const app = document.getElementById('app') as HTMLElement
  const restoreFields = rememberFields(app)
  const brand = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content

  startTransition(() => {
    const page = (
      <SheetsContext value={listedSheets()}>
        <HydratedRouter />
      </SheetsContext>
    )
    hydrateRoot(app, page, {
      onRecoverableError(error) {
        console.warn('The page differed from the HTML that the server sent, so it was rendered again.', error)
        restoreFields()
      },
      // React has taken everything away: not even the error page of the root could be rendered.
      onUncaughtError(error) {
        const empty = document.createElement('div')
        empty.id = app.id
        app.replaceWith(empty)
        createRoot(empty).render(<ErrorPage error={error} status={500} brand={brand} />)
        afterHydration()
      },
    })
  })
}
