// Imprint and Privacy, written by the owner in Markdown; where nothing is written there is no such page.
import { createElement, type ReactNode } from 'react'
import { data } from 'react-router'
import { site } from '../../content/site.ts'
import { legalPages, type MarkdownNode } from '../../contract/reach.ts'
import { apiContext } from '../api-context.ts'
import { pageMeta } from '../page-meta.ts'
import * as layout from '../ui/layout.module.css'
import * as typography from '../ui/typography.module.css'
import type { Route } from './+types/legal'
import * as styles from './legal.module.css'
import NotFound, { meta as notFoundMeta } from './not-found.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = new URL(request.url).pathname.startsWith('/privacy') ? 'privacy' : 'imprint'
  const text = await context.get(apiContext).legalPage(page)
  return data({ page, text } as const, { status: text ? 200 : 404 })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData?.text) return notFoundMeta()
  const title = legalPages[loaderData.page]
  return pageMeta(
    {
      title: `${title} | ${site.brand}`,
      description: `${title} of the site of ${site.owner.name}.`,
      path: `/${loaderData.page}`,
    },
    matches,
  )
}

export default function Legal({ loaderData: { page, text } }: Route.ComponentProps) {
  if (!text) return <NotFound />
  return (
    <section className={`${layout.wrap} ${layout.pageHead}`}>
      <div className={`${layout.grid} ${styles.legal}`}>
        <h1 className={typography.pageTitle}>{legalPages[page]}</h1>
        <div className={styles.prose}>{text.map(element)}</div>
      </div>
    </section>
  )
}

/** React escapes the text; the tags and links are those that the server lets through (server/pages/markdown.ts). */
function element(node: MarkdownNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  return createElement(node.tag, { key, href: node.href }, node.children?.map(element))
}
