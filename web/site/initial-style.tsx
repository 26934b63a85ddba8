// Numbers that the page needs as styles: in the first HTML by a <style> whose hash the CSP lists, later from script.
import { useNonce } from '../hydration/nonce.ts'
import { useIsHydrated } from '../ui/hydration.ts'

/**
 * Rules for the initial HTML only. The CSP of the document was sent with its first page, so a <style> that a later
 * page brings would be blocked; whoever uses this sets the same numbers through the CSSOM in a layout effect.
 */
export function InitialStyle({ css }: { css: string }) {
  const nonce = useNonce()
  const isHydrated = useIsHydrated()
  if (isHydrated) return null
  // The name makes React put it into the head, where HTML allows it.
  return (
    <style nonce={nonce} href="numbers" precedence="area">
      {css}
    </style>
  )
}
