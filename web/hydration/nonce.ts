// The mark that only scripts and styles rendered by us carry while a page is made (see entry.server.tsx).
import { createContext, useContext } from 'react'

export const NonceContext = createContext<string | undefined>(undefined)

/** For <script> and <style> elements of our own; undefined in the browser, where the mark never arrives. */
export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
