// After an upgrade an open page requests code that is gone: the page that was wanted is then loaded as a document.
import { useEffect } from 'react'
import { useNavigation } from 'react-router'

/**
 * React Router reloads the document when the code of a route is missing, which brings back the page that was to be
 * left. The server has the wanted one, so the reload becomes a visit to that. A browser without the Navigation API
 * reloads, and the link works the second time.
 */
export function useTargetInsteadOfReload(): void {
  const wanted = useNavigation().location
  useEffect(() => {
    // In the types it is always there; Firefox has it since 147 and Safari since 26.2.
    const navigation = window.navigation as Navigation | undefined
    if (!wanted || !navigation) return
    function goThere(event: NavigateEvent): void {
      if (!wanted || event.navigationType !== 'reload' || !event.cancelable) return
      event.preventDefault()
      location.assign(wanted.pathname + wanted.search + wanted.hash)
    }
    navigation.addEventListener('navigate', goThere)
    return () => navigation.removeEventListener('navigate', goThere)
  }, [wanted])
}
