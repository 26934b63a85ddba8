// What follows from the name, the accent and the typefaces of a version that the document was not rendered with.
import { useEffect, useState } from 'react'
import { accentCss } from '../contract/accent.ts'
import type { Brand } from '../contract/responses/site.ts'
import { type TypePair, typeCss } from '../contract/type-pairs.ts'
import { useBrand } from './brand.ts'

/** Does nothing while any is undefined. What was set stays when the component goes: it belongs to the document. */
export function useSiteStyle(
  measures: Brand['hero']['measures'] | undefined,
  accent: string | undefined,
  pair: TypePair | undefined,
) {
  const brand = useBrand()
  // None of the measures that only the rendered name has may be left.
  const [rendered] = useState(() => Object.keys(brand?.hero.measures ?? {}))
  useEffect(() => {
    if (!measures || !accent || !pair) return
    const unset = rendered.map((name) => `${name}:initial`)
    const set = Object.entries(measures).map(([name, value]) => `${name}:${value}`)
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`[data-hero]{${[...unset, ...set].join(';')}}${accentCss(accent)}${typeCss(pair)}`)
    document.adoptedStyleSheets = [sheet]
  }, [measures, accent, pair, rendered])
}
