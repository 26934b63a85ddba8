// Home: the hero, and below it what the owner shows, in the owner's order.
import { type CSSProperties, Fragment } from 'react'
import { Link } from 'react-router'
import type { HomeSectionView, HomeView } from '../../../contract/responses/site.ts'
import { apiContext } from '../../api-context.ts'
import { useBrand } from '../../brand.ts'
import { pageMeta, person } from '../../page-meta.ts'
import { once } from '../../site-part.ts'
import { ButtonLink } from '../../ui/button.tsx'
import * as icons from '../../ui/icons.module.css'
import * as ui from '../../ui/primitives.module.css'
import { classes, longestWord } from '../../ui/styles.ts'
import { useWords } from '../../ui/words.tsx'
import { Said } from '../said.tsx'
import { useVisit } from '../visits.ts'
import type { Route } from './+types/home'
import * as styles from './home.module.css'
import { Plate, RasterImage } from './raster.tsx'
import * as rows from './sections.module.css'
import { ServiceRow, SkillBars, Split } from './sections.tsx'
import { Slider } from './slider.tsx'

export async function loader({ context }: Route.LoaderArgs): Promise<HomeView> {
  return (await context.get(apiContext).site()).home()
}

export const clientLoader = once<HomeView>('home')

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(matches, (site) => ({
    name: site.t('Home'),
    description: loaderData?.description,
    path: '/',
    jsonLd: import.meta.env.SSR ? person(site) : undefined,
  }))
}

const portraitSizes = '(width >= 90em) 310px, (width > 60em) 22vw, (width > 40em) 38vw, 88vw'

export default function Home({ loaderData }: Route.ComponentProps) {
  useVisit('/')
  return <HomePage view={loaderData} />
}

/** Apart from its route, which gives its component the data of the router and no other: a preview has its own. */
export function HomePage({ view }: { view: HomeView }) {
  const { sections } = view
  return (
    <>
      <Hero {...view} />
      {sections.map((one, at) => (
        <Fragment key={one.section}>
          {/* The teaser has edges of its own. */}
          {one.section !== 'teaser' && sections[at - 1]?.section !== 'teaser' && <div className={ui.rule} />}
          <HomeSection {...one} />
        </Fragment>
      ))}
    </>
  )
}

function HomeSection(view: HomeSectionView) {
  const t = useWords()
  switch (view.section) {
    case 'services':
      return (
        <Split id="services" heading={view.heading}>
          <ul>
            {view.list.map((service) => (
              <ServiceRow key={service.title} service={service} />
            ))}
          </ul>
        </Split>
      )
    case 'skills':
      return (
        <Split id="skills" heading={view.heading}>
          <SkillBars skills={view.list} />
        </Split>
      )
    case 'quotes':
      return (
        <Split heading={view.heading}>
          <ul>
            {view.list.map(({ quote, name, of, project }) => (
              <li key={quote} className={`${ui.ruled} ${rows.row} ${styles.quote}`}>
                <Said text={quote} />
                <footer className={ui.hint}>
                  <b>{name}</b>
                  {of && <span>{of}</span>}
                  {project && <Link to={`/portfolio/${project}`}>{t('See the project')}</Link>}
                </footer>
              </li>
            ))}
          </ul>
        </Split>
      )
    case 'logos':
      return (
        <Split heading={view.heading}>
          <ul className={styles.logos}>
            {view.list.map((image) => (
              <li key={image.src}>
                <img {...image} className={icons.inked} alt={image.alt} loading="lazy" />
              </li>
            ))}
          </ul>
        </Split>
      )
    case 'teaser':
      return <Teaser {...view} />
  }
}

function Teaser({ title, button, image, slides }: Extract<HomeSectionView, { section: 'teaser' }>) {
  return (
    <section className={styles.teaser}>
      {image && <RasterImage image={image} sizes="100vw" className={styles.image} />}
      <div className={ui.wrap}>
        <div className={`${ui.grid} ${styles.head}`}>
          <h2 className={ui.sectionTitle}>{title}</h2>
          <ButtonLink size="lg" to="/portfolio">
            {button}
          </ButtonLink>
        </div>
        <Slider slides={slides} />
      </div>
    </section>
  )
}

/** The name's size and its lines come with the page as custom properties, worked out by the server (contract/brand.ts). */
function Hero({ hero: words, stats }: Pick<HomeView, 'hero' | 'stats'>) {
  const brand = useBrand()
  if (!brand) return null
  const { portrait } = brand
  const { role, language, roleLanguage } = brand.owner
  const { lines, isBrokenWide, isBrokenNarrow, mayWrap } = brand.hero
  const fit = classes(
    styles.hero,
    isBrokenWide && styles.brokenWide,
    isBrokenNarrow && styles.brokenNarrow,
    mayWrap && styles.mayWrap,
  )
  const { greeting, line, button, leadsTo } = words
  return (
    <section className={ui.wrap}>
      <div className={fit} data-hero="">
        <p className={`${styles.greeting} ${ui.rise}`}>{greeting}</p>
        <h1 className={`${styles.name} ${ui.rise}`} {...language}>
          {lines.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </h1>
        <div className={`${ui.grid} ${styles.row}`}>
          <Plate image={portrait} sizes={portraitSizes} className={`${styles.portrait} ${ui.rise}`} />
          <div className={`${styles.words} ${ui.rise}`}>
            <p
              className={styles.role}
              style={{ '--longest': longestWord(role) } as CSSProperties}
              {...roleLanguage}
            >
              <span className={ui.lines}>{role}</span>
            </p>
            <p className={`${ui.lead} ${styles.line}`}>{line}</p>
            <ButtonLink size="lg" to={leadsTo}>
              {button}
            </ButtonLink>
          </div>
          <dl className={styles.stats}>
            {stats.map(({ label, value }, at) => (
              <div
                key={label}
                className={`${styles.stat} ${ui.rise}`}
                style={{ '--i': at + 3, '--longest': longestWord(value) } as CSSProperties}
              >
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}
