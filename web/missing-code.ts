// After an upgrade an open page requests code that is gone: the page that was wanted is then loaded as a document.
import type { DataRouter } from 'react-router'

declare global {
  interface Window {
    /**
     * Where React Router puts its router. `useNavigation` says the same only once React has rendered it, which code that is
     * missing at once does not wait for.
     */
    __reactRouterDataRouter?: DataRouter
  }
}

/**
 * React Router reloads the document when the code of a route is missing, which brings back the page that was to be
 * left. The server has the wanted one, so the reload becomes a visit to that. A browser without the Navigation API
 * reloads, and the link works the second time.
 */
export function loadTargetInsteadOfReloading(): void {
  // In the types it is always there; Firefox has it since 147 and Safari since 26.2.
  const navigation = window.navigation as Navigation | undefined
  navigation?.addEventListener('navigate', (event) => {
    const wanted = window.__reactRouterDataRouter?.state.navigation.location
    if (!wanted || event.navigationType !== 'reload' || !event.cancelable) return
    event.preventDefault()
    location.assign(wanted.pathname + wanted.search + wanted.hash)
  })
}
