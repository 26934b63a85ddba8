// About: who the owner is, and the skills.
import { about } from '../../content/pages.ts'
import { site } from '../../content/site.ts'
import { pageMeta, person } from '../page-meta.ts'
import * as crop from '../ui/crop-marks.module.css'
import * as layout from '../ui/layout.module.css'
import * as typography from '../ui/typography.module.css'
import type { Route } from './+types/about'
import * as styles from './about.module.css'
import { useCount } from './count.ts'
import { RasterImage } from './raster.tsx'
import { SkillBars } from './skill-bars.tsx'
import * as split from './split.module.css'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: `About | ${site.brand}`,
      description: about.description,
      path: '/about',
      jsonLd: import.meta.env.SSR
        ? { '@type': 'AboutPage', name: about.heading, mainEntity: person(matches) }
        : undefined,
    },
    matches,
  )
}

const sizes = '(min-width: 1440px) 644px, (min-width: 961px) 45vw, (min-width: 641px) 38vw, 88vw'

export default function About() {
  const { heading, paragraphs, image, skillsHeading } = about
  return (
    <>
      <section className={`${layout.wrap} ${layout.pageHead}`}>
        <div className={`${layout.grid} ${styles.top}`}>
          <h1 className={typography.pageTitle}>{heading}</h1>
          <div className={styles.text}>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <figure className={`${styles.plate} ${crop.marks}`}>
            <RasterImage image={image} sizes={sizes} alt={image.alt} fetchPriority="high" />
          </figure>
        </div>
      </section>
      <div className={layout.rule} />
      <section className={layout.section} id="skills">
        <div className={`${layout.wrap} ${layout.grid} ${split.split}`}>
          <h2 className={typography.sectionTitle}>{skillsHeading}</h2>
          {/* The same as on Home [R40]. */}
          <SkillBars skills={site.skills} motion="count" useShown={useCount} />
        </div>
      </section>
    </>
  )
}
