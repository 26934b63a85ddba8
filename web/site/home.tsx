// Home: hero, services, skills, and the way to the portfolio.
import type { HomeView } from '../../contract/site-view.ts'
import { apiContext } from '../api-context.ts'
import { useBrand } from '../brand.ts'
import { Monogram } from '../monogram.tsx'
import { brandOf, pageMeta, person } from '../page-meta.ts'
import { once } from '../site-part.ts'
import { ButtonLink } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import * as crop from '../ui/crop-marks.module.css'
import * as entrance from '../ui/entrance.module.css'
import * as layout from '../ui/layout.module.css'
import * as marker from '../ui/marker.module.css'
import * as typography from '../ui/typography.module.css'
import type { Route } from './+types/home'
import * as hero from './hero.module.css'
import * as styles from './home.module.css'
import { RasterImage } from './raster.tsx'
import { ServiceList } from './service-list.tsx'
import { SkillBars } from './skill-bars.tsx'
import { Slider } from './slider.tsx'
import * as split from './split.module.css'
import { useVisit } from './visits.ts'

export async function loader({ context }: Route.LoaderArgs): Promise<HomeView> {
  return (await context.get(apiContext).site()).home()
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<HomeView> {
  return once('home', serverLoader)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: `${brandOf(matches)?.name} | Home`,
      description: loaderData?.description,
      path: '/',
      jsonLd: import.meta.env.SSR ? person(matches) : undefined,
    },
    matches,
  )
}

const portraitSizes = '(width >= 90em) 310px, (width > 60em) 22vw, (width > 40em) 38vw, 88vw'

export default function Home({ loaderData }: Route.ComponentProps) {
  useVisit('/')
  return <HomePage view={loaderData} />
}

/** Apart from its route, which gives its component the data of the router and no other: a preview has its own. */
export function HomePage({ view }: { view: HomeView }) {
  const { services, skills, teaser, slides } = view
  return (
    <>
      <Hero {...view} />
      <div className={layout.rule} />
      <section className={layout.section} id="services">
        <div className={`${layout.wrap} ${layout.grid} ${split.split}`}>
          <h2 className={typography.sectionTitle}>{services.heading}</h2>
          <ServiceList services={services.list} />
        </div>
      </section>
      <div className={layout.rule} />
      <section className={layout.section} id="skills">
        <div className={`${layout.wrap} ${layout.grid} ${split.split}`}>
          <h2 className={typography.sectionTitle}>{skills.heading}</h2>
          <SkillBars skills={skills.list} motion="grow" />
        </div>
      </section>
      <section className={styles.teaser}>
        <RasterImage
          image={teaser.image}
          sizes="100vw"
          alt={teaser.image.alt}
          className={styles.image}
          loading="lazy"
        />
        <div className={layout.wrap}>
          <div className={`${layout.grid} ${styles.head}`}>
            <h2 className={typography.sectionTitle}>{teaser.title}</h2>
            <ButtonLink size="lg" to="/portfolio">
              {teaser.button}
            </ButtonLink>
          </div>
          <Slider slides={slides} />
        </div>
      </section>
    </>
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
    hero.hero,
    isBrokenWide && hero.brokenWide,
    isBrokenNarrow && hero.brokenNarrow,
    mayWrap && hero.mayWrap,
  )
  const { greeting, line, button, leadsTo } = words
  return (
    <section className={layout.wrap}>
      <div className={fit} data-hero="">
        <p className={`${hero.greeting} ${entrance.rise}`}>{greeting}</p>
        <h1 className={`${hero.name} ${entrance.rise}`} {...language}>
          {lines.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </h1>
        <div className={`${layout.grid} ${hero.row}`}>
          <figure className={`${hero.plate} ${crop.marks} ${entrance.rise}`}>
            {portrait ? (
              <RasterImage image={portrait} sizes={portraitSizes} alt={portrait.alt} fetchPriority="high" />
            ) : (
              <div className={hero.monogram}>
                <Monogram onMarker />
              </div>
            )}
          </figure>
          <div className={`${hero.words} ${entrance.rise}`}>
            <p className={hero.role} {...roleLanguage}>
              <span className={`${marker.lines} ${marker.swipe}`}>{role}</span>
            </p>
            <p className={hero.line}>{line}</p>
            <ButtonLink size="lg" to={leadsTo}>
              {button}
            </ButtonLink>
          </div>
          <dl className={hero.stats}>
            {stats.map(({ label, value }) => (
              <div key={label} className={`${hero.stat} ${entrance.rise}`}>
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
