// The case study of a project that may be a draft: for admins, and by a client link. It has no way into the site.
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Project } from '../../../contract/responses/projects.ts'
import { Badge } from '../../ui/badge.tsx'
import * as ui from '../../ui/primitives.module.css'
import { nameOf } from '../gallery/project-card.tsx'
import * as preview from '../preview/preview.module.css'
import { CaseStudyPage } from './case-study-page.tsx'

/** Whether the query asks for the case study, or, where it asks for nothing, the project opens with it. */
export function useIsCaseStudy(project: Project | null): boolean {
  const view = new URLSearchParams(useLocation().search).get('view')
  return project?.hasCaseStudy === true && (view ?? project.opens) === 'case-study'
}

type Props = {
  project: Project
  /** As of the preview: before the name, and above the bar. */
  start: ReactNode
  line?: { label: string; text: string } | undefined
}

export function PrivateCaseStudy({ project, start, line }: Props) {
  return (
    <>
      {line && (
        <section className={`${ui.center} ${preview.line}`} aria-label={line.label}>
          <Badge look="draft">{line.text}</Badge>
        </section>
      )}
      <header className={preview.bar}>
        <div className={`${ui.row} ${preview.title}`}>
          {start}
          <b className={ui.truncate}>{nameOf(project)}</b>
        </div>
      </header>
      <main className={ui.sheet} id="main">
        <CaseStudyPage project={project} previewUrl="?view=preview" />
      </main>
    </>
  )
}
