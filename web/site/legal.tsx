// Imprint and Privacy, written by the owner in Markdown; where nothing is written there is no such page.
import type { CSSProperties } from 'react'
import { data } from 'react-router'
import { type LegalPage, legalPages } from '../../contract/pages.ts'
import type { MarkdownNode } from '../../contract/responses/site.ts'
import { apiContext } from '../api-context.ts'
import { pageMeta } from '../page-meta.ts'
import * as ui from '../ui/primitives.module.css'
import { longestWord } from '../ui/styles.ts'
import { useWords } from '../ui/words.tsx'
import type { Route } from './+types/legal'
import * as styles from './legal.module.css'
import { markdownElement } from './markdown.ts'
import NotFound from './not-found.tsx'
import { useVisit } from './visits.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  // A link inside the document may have another spelling, which the router takes.
  const page = /^\/privacy/i.test(new URL(request.url).pathname) ? 'privacy' : 'imprint'
  const text = (await context.get(apiContext).site()).legal(page)
  return data({ page, text } as const, { status: text ? 200 : 404 })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(matches, ({ t, owner }) => {
    if (!loaderData?.text) return { name: t('Page Not Found') }
    const name = t(legalPages[loaderData.page])
    const description = t('{title} of the site of {name}.', { title: name, name: owner })
    return { name, description, path: `/${loaderData.page}` }
  })
}

export default function Legal({ loaderData: { page, text } }: Route.ComponentProps) {
  useVisit(text ? `/${page}` : null)
  return text ? <LegalText page={page} text={text} /> : <NotFound />
}

export function LegalText({ page, text }: { page: LegalPage; text: readonly MarkdownNode[] }) {
  const title = useWords()(legalPages[page])
  return (
    <section className={`${ui.wrap} ${ui.pageHead}`}>
      <div className={`${ui.grid} ${styles.legal}`}>
        <h1
          className={`${ui.pageTitle} ${ui.leftHalf}`}
          style={{ '--longest': longestWord(title) } as CSSProperties}
        >
          {title}
        </h1>
        <div className={`${ui.rightHalf} ${ui.stack} ${ui.prose} ${styles.prose}`}>
          {text.map(markdownElement)}
        </div>
      </div>
    </section>
  )
}
