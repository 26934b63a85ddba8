// Images of the clipboard, where the focus is within an element.
import { useEffect, useRef } from 'react'

const pasted = 'data-pasted-images'

/**
 * @param isDefault also where the focus is in no other such element; text in a field stays text.
 * @returns the attributes of the element
 */
export function usePastedImages<Of extends HTMLElement>(onFiles: (files: File[]) => void, isDefault = false) {
  const ref = useRef<Of>(null)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      const files = [...(clipboardData?.files ?? [])]
      if (files.length === 0 || !(target instanceof Element)) return
      const within = target.closest(`[${pasted}]`)
      if (within ? within !== ref.current : !isDefault) return
      // Programs copy a table as text and as an image.
      if (target.matches('input:not([type=file]), textarea') && clipboardData?.getData('text')) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [isDefault])
  return { ref, [pasted]: '' }
}
