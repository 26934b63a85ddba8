// Is the page about to give way to another one?
import { useLocation, useNavigation } from 'react-router'

/**
 * True from the press of a link until the other page has been fetched. A search that reaches the URL late, because
 * it waits for the last keystroke, must not come in between: that would call the visitor back.
 */
export function useLeaving(): boolean {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  return location !== undefined && location.pathname !== pathname
}
