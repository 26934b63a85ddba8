// The moment after the first load, when what was not urgent may be fetched without delaying anything that was.
import { useEffect, useState } from 'react'

/** False in the server's HTML and until the document with all that it needs has loaded; true from then on. */
export function useLoaded(): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    if (document.readyState === 'complete') return setLoaded(true)
    const onLoad = () => setLoaded(true)
    addEventListener('load', onLoad, { once: true })
    return () => removeEventListener('load', onLoad)
  }, [])
  return loaded
}
