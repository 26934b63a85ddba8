// Numbers that the page needs as styles: in the first HTML by a <style> whose hash the CSP lists, later from script.
import { useSyncExternalStore } from 'react'
import { useNonce } from '../nonce.ts'

const never = () => () => {}

/** True on the server and while its HTML comes alive; false on every page reached after that. */
function useFirstHtml() {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}

/**
 * Rules for the first HTML only. The CSP of the document was sent with its first page, so a <style> that a later
 * page brings would be refused; whoever uses this sets the same numbers through the CSSOM in a layout effect.
 */
export function FirstStyle({ css }: { css: string }) {
  const nonce = useNonce()
  if (!useFirstHtml()) return null
  // The name makes React put it into the head, where HTML allows it.
  return (
    <style nonce={nonce} href="numbers" precedence="area">
      {css}
    </style>
  )
}
