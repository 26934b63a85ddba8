// After an upgrade an open page requests code that is gone: the page that was wanted is then loaded as a document.
import type { ClientInstrumentation } from 'react-router'

/**
 * React Router reloads the document when the code of a route is missing, which brings back the page that was to be
 * left. The server has the wanted one, so the reload becomes a visit to that. A browser without the Navigation API
 * reloads, and the link works the second time.
 */
export const targetInsteadOfReload: ClientInstrumentation = {
  router: (router) =>
    router.instrument({
      async navigate(goThere, { to, currentUrl }) {
        // In the types it is always there; Firefox has it since 147 and Safari since 26.2.
        const navigation = window.navigation as Navigation | undefined
        function loadTarget(event: NavigateEvent): void {
          if (event.navigationType !== 'reload' || !event.cancelable) return
          event.preventDefault()
          location.assign(new URL(String(to), new URL(currentUrl, location.origin)))
        }
        // A step in the history has its entry already: the reload loads that.
        if (typeof to === 'string') navigation?.addEventListener('navigate', loadTarget)
        await goThere()
        navigation?.removeEventListener('navigate', loadTarget)
      },
    }),
}
