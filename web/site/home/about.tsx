// About: who the owner is, and the skills.
import type { AboutView } from '../../../contract/responses/site.ts'
import { apiContext } from '../../api-context.ts'
import { pageMeta, person } from '../../page-meta.ts'
import { once } from '../../site-part.ts'
import * as ui from '../../ui/primitives.module.css'
import { markdownElement } from '../markdown.ts'
import { useVisit } from '../visits.ts'
import type { Route } from './+types/about'
import * as home from './home.module.css'
import { Plate } from './raster.tsx'
import { SkillBars, Split } from './sections.tsx'

export async function loader({ context }: Route.LoaderArgs): Promise<AboutView> {
  return (await context.get(apiContext).site()).about()
}

export const clientLoader = once<AboutView>('about')

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(matches, (site) => ({
    name: site.t('About'),
    description: loaderData?.description,
    path: '/about',
    jsonLd: import.meta.env.SSR
      ? { '@type': 'AboutPage', name: loaderData?.heading, mainEntity: person(site) }
      : undefined,
  }))
}

const sizes = '(width >= 90em) 644px, (width > 60em) 45vw, (width > 40em) 38vw, 88vw'

export default function About({ loaderData }: Route.ComponentProps) {
  useVisit('/about')
  return <AboutPage view={loaderData} />
}

/** Apart from its route, which gives its component the data of the router and no other: a preview has its own. */
export function AboutPage({ view }: { view: AboutView }) {
  const { heading, text, image, skills } = view
  return (
    <>
      <section className={`${ui.wrap} ${ui.pageHead}`}>
        <div className={`${ui.grid} ${home.top}`}>
          <h1 className={`${ui.pageTitle} ${ui.leftHalf}`}>{heading}</h1>
          <div className={`${ui.stack} ${ui.prose} ${home.text}`}>{text.map(markdownElement)}</div>
          <Plate image={image} sizes={sizes} className={home.beside} />
        </div>
      </section>
      <div className={ui.rule} />
      {/* The same as on Home. */}
      <Split id="skills" heading={skills.heading}>
        <SkillBars skills={skills.list} isCounting />
      </Split>
    </>
  )
}
