// About: who the owner is, and the skills.
import { site } from '../../content/site.ts'
import { pageMeta } from '../page-meta.ts'
import { raster } from './raster.ts'
import { SkillBars } from './skill-bars.tsx'

export function meta() {
  return pageMeta({
    title: `About | ${site.brand}`,
    description: site.descriptions.about,
    path: '/about',
    jsonLd: {
      '@type': 'AboutPage',
      name: site.about.heading,
      mainEntity: {
        '@type': 'Person',
        name: site.owner.name,
        jobTitle: site.owner.role,
        sameAs: site.sameAs,
      },
    },
  })
}

const sizes = '(min-width: 1440px) 644px, (min-width: 961px) 45vw, (min-width: 641px) 38vw, 88vw'

export default function About() {
  const { heading, paragraphs, image, skillsHeading } = site.about
  return (
    <>
      <section className="wrap page-head">
        <div className="g12 about-top">
          <h1 className="page-title">{heading}</h1>
          <div className="about-text">
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <figure className="about-plate crop">
            <img {...raster(image)} sizes={sizes} alt={image.alt} fetchPriority="high" />
          </figure>
        </div>
      </section>
      <div className="rule" />
      <section className="section" id="skills">
        <div className="wrap g12 split">
          <h2 className="section-title">{skillsHeading}</h2>
          <SkillBars skills={site.skills} motion="count" />
        </div>
      </section>
    </>
  )
}
