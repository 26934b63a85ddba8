// A search box whose text is in the URL. It gets there late, as it waits for the last keystroke, and must not come in
// between when the page is about to give way to another one: that would call the user back.
import { type ChangeEvent, type KeyboardEvent, useContext, useEffect, useRef } from 'react'
import {
  type Path,
  UNSAFE_DataRouterContext as RouterContext,
  useLocation,
  useNavigation,
} from 'react-router'
import { searchDebounce } from '../contract/limits.ts'

/**
 * @param search as the URL has it
 * @param onSearch puts another text there
 * @returns attributes of the box and, for what is sent with it, the text that was sent last
 */
export function useSearchBox(search: string, onSearch: (text: string) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const sent = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const router = useContext(RouterContext)?.router
  // After the wait, the callback of the newest rendering is called.
  const newest = useRef(onSearch)
  useEffect(() => {
    newest.current = onSearch
  })

  // Back and Forward change the URL without the box. What the box has sent must not come back into it: another character
  // may have been typed since.
  useEffect(() => {
    if (search === sent.current) return
    clearTimeout(timer.current)
    sent.current = search
    if (ref.current) ref.current.value = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = (typed: string, wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const wanted = typed.trim()
      // Not with the search of a rendering, which may not show yet what was sent last, nor that a link was pressed.
      if (wanted === sent.current || (router && isLeaving(router.state))) return
      sent.current = wanted
      newest.current(wanted)
    }, wait)
  }

  // The box keeps its own value: what was typed before hydration stays, and is sent now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is hydrated
  useEffect(() => {
    if (ref.current && ref.current.value !== search) send(ref.current.value, 0)
  }, [])

  return {
    sent,
    box: {
      ref,
      defaultValue: search,
      onChange: (event: ChangeEvent<HTMLInputElement>) => send(event.target.value, searchDebounce),
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key !== 'Enter') return
        // Enter would press the first button of a form.
        event.preventDefault()
        send(event.currentTarget.value, 0)
      },
    },
  }
}

/** True until another page has been fetched that a link or a step back leads to, soon after that was pressed. */
export function useLeaving(): boolean {
  return isLeaving({ location: useLocation(), navigation: useNavigation() })
}

interface Leaving {
  location: Path
  navigation: { location?: Path | undefined }
}

function isLeaving({ location, navigation }: Leaving): boolean {
  return navigation.location !== undefined && navigation.location.pathname !== location.pathname
}
