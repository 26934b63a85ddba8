// What follows from the names, the accent and the typefaces of a version that the document was not rendered with.
import { accentCss, deliveredAccent } from '../contract/accent.ts'
import type { Brand } from '../contract/responses/site.ts'
import { deliveredPair, typeCss } from '../contract/type-pairs.ts'

/** @param rendered that of the document: nothing may be left of what only it has */
export function showStyle({ css }: Brand, rendered: Brand | undefined): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(accentCss(deliveredAccent) + typeCss(deliveredPair) + css)
  document.adoptedStyleSheets = css === rendered?.css ? [] : [sheet]
}
