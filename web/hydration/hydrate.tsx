// Hydrates the page that the server rendered, and handles everything that can go wrong while it does.
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

export function hydrate(): void {
  // Only what stands in this element is React's; what extensions do to the rest of the document is not looked at.
  const app = document.getElementById('app') as HTMLElement
  const restoreFields = rememberFields(app)

  startTransition(() => {
    hydrateRoot(app, <HydratedRouter />, {
      onRecoverableError(error) {
        console.warn('The page differed from the HTML that the server sent, so it was rendered again.', error)
        restoreFields()
      },
      // React has taken everything away: not even the error page of the root could be rendered. The document still has a
      // message of its own, in the language of the site.
      onUncaughtError(error) {
        document.getElementById('code-missing')?.removeAttribute('hidden')
        reportError(error)
      },
    })
  })
}

type TextField = HTMLInputElement | HTMLTextAreaElement

const fieldsOf = (app: HTMLElement) => [
  ...app.querySelectorAll<TextField>('input[name]:not([type=file]), textarea[name]'),
]

/**
 * Remembers the fields of the server's HTML, which keep their values when React takes them out of the page.
 * @returns a function for the moment after that: fills the new fields of the same names, and gives the focus back
 */
function rememberFields(app: HTMLElement): () => void {
  const early = fieldsOf(app)
  let focused: Element | null = document.activeElement
  const onFocus = ({ target }: FocusEvent) => {
    focused = target as Element
  }
  app.addEventListener('focusin', onFocus)
  return () => {
    app.removeEventListener('focusin', onFocus)
    for (const field of fieldsOf(app)) {
      const before = early.find(({ name, type }) => name === field.name && type === field.type)
      if (!before || before === field) continue
      if (before.value !== before.defaultValue) field.value = before.value
      if (field instanceof HTMLInputElement && before instanceof HTMLInputElement)
        field.checked = before.checked
      if (before === focused) field.focus({ preventScroll: true })
    }
  }
}
