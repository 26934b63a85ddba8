// A project that may be a draft: for admins, and by a client link. It has no way into the site.
import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import * as ui from '../../ui/primitives.module.css'
import * as preview from '../preview/preview.module.css'
import { ProjectPreview, WhoSees } from '../preview/project-preview.tsx'
import { CaseStudyPage } from './case-study-page.tsx'

/** Its preview or its case study: which of them the query asks for, or what the project opens with. */
export function PrivateProject(props: ComponentProps<typeof ProjectPreview>) {
  const { project, start, line } = props
  const view = new URLSearchParams(useLocation().search).get('view')
  const isCaseStudy = project?.hasCaseStudy && (view ?? project.opens) === 'case-study'
  if (!isCaseStudy) return <ProjectPreview {...props} />
  return (
    <>
      <WhoSees line={line} />
      <header className={preview.bar}>
        <div className={`${ui.row} ${preview.title}`}>
          {start}
          <b className={ui.truncate}>{project.name}</b>
        </div>
      </header>
      <main className={ui.sheet} id="main">
        <CaseStudyPage project={project} previewUrl="?view=preview" />
      </main>
    </>
  )
}
