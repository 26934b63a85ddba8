// A search reaches the URL late, because it waits for the last keystroke. It must not come in between when the page is about to
// give way to another one: that would call the visitor back.
import { useLocation, useNavigation } from 'react-router'

/** True until another page has been fetched that a link or a step back leads to, soon after that was pressed. */
export function useLeaving(): boolean {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  return location !== undefined && location.pathname !== pathname
}

/**
 * Calls back after a wait, or when a link to another page is pressed before that: `useLeaving` says so a moment later, and
 * after what is called back here the link still has the last word. A link to this page with other filters does not end the
 * wait: what is in the box is then added to them.
 * @param wait milliseconds
 * @returns cancels it
 */
export function afterTyping(send: () => void, wait: number): () => void {
  const sendNow = () => {
    cancel()
    send()
  }
  const timer = setTimeout(sendNow, wait)
  const press = ({ target }: MouseEvent) => {
    const link = target instanceof Element && target.closest('a')
    if (link && link.pathname !== window.location.pathname) sendNow()
  }
  const cancel = () => {
    clearTimeout(timer)
    document.removeEventListener('click', press, true)
  }
  document.addEventListener('click', press, true)
  return cancel
}
