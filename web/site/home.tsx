// Home: hero, services, skills, and the way to the portfolio.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { site } from '../../content/site.ts'
import { pageMeta } from '../page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'
import { raster } from './raster.ts'
import { FirstStyle } from './rendered-once.tsx'
import { Services } from './services.tsx'
import { SkillBars } from './skill-bars.tsx'
import { Slider } from './slider.tsx'

export function meta() {
  return pageMeta({
    title: `${site.brand} | Home`,
    description: site.descriptions.home,
    path: '/',
    jsonLd: {
      '@type': 'Person',
      name: site.owner.name,
      jobTitle: site.owner.role,
      sameAs: site.sameAs,
    },
  })
}

const portraitSizes = '(min-width: 1440px) 310px, (min-width: 961px) 22vw, (min-width: 641px) 38vw, 88vw'

export default function Home() {
  return (
    <>
      <Hero />
      <div className="rule" />
      <section className="section" id="services">
        <div className="wrap g12 split">
          <h2 className="section-title">{site.servicesHeading}</h2>
          <Services services={site.services} />
        </div>
      </section>
      <div className="rule" />
      <section className="section" id="skills">
        <div className="wrap g12 split">
          <h2 className="section-title">{site.skillsHeading}</h2>
          <SkillBars skills={site.skills} motion="grow" />
        </div>
      </section>
      <section className="teaser">
        <img
          {...raster(site.teaser.image)}
          sizes="100vw"
          alt={site.teaser.image.alt}
          className="teaser-img"
          loading="lazy"
        />
        <div className="wrap">
          <div className="g12 teaser-head">
            <h2 className="section-title">{site.teaser.title}</h2>
            <ButtonLink size="lg" to="/portfolio">
              {site.teaser.button}
            </ButtonLink>
          </div>
          <Slider slides={site.slides} />
        </div>
      </section>
    </>
  )
}

const words = site.owner.name.split(/\s+/)
const sizes = { '--chars': site.owner.name.length, '--word': Math.max(...words.map((word) => word.length)) }

const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

function Hero() {
  const name = useRef<HTMLHeadingElement>(null)
  useBeforePaint(() => {
    for (const [property, value] of Object.entries(sizes))
      name.current?.style.setProperty(property, String(value))
  }, [])
  const { greeting, line, button, image } = site.hero
  return (
    <section className="wrap">
      <FirstStyle css={`.hero-name{--chars:${sizes['--chars']};--word:${sizes['--word']}}`} />
      <div className="hero">
        <p className="hero-greet rise">{greeting}</p>
        <h1 className="hero-name rise i-1" ref={name}>
          {words.map((word, at) => (
            <span key={word}>
              {word}
              {at < words.length - 1 ? ' ' : ''}
            </span>
          ))}
        </h1>
        <div className="g12 hero-row">
          <figure className="hero-plate crop rise i-3">
            <img {...raster(image)} sizes={portraitSizes} alt={image.alt} fetchPriority="high" />
          </figure>
          <div className="hero-say rise i-2">
            <p className="hero-role">
              <span className="mark swipe">{site.owner.role}</span>
            </p>
            <p className="hero-line">{line}</p>
            <ButtonLink size="lg" to="/contact">
              {button}
            </ButtonLink>
          </div>
          <dl className="stats">
            {site.stats.map(({ label, value }, at) => (
              <div key={label} className={`stat rise i-${at + 3}`}>
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
