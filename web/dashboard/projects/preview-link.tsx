// The way from a project of the dashboard to its preview, as it follows a success message.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { privatePages, projectPages } from '../../../contract/pages.ts'
import type { PortfolioItem } from '../../../contract/responses/projects.ts'
import * as typography from '../../ui/typography.module.css'

type Project = Pick<PortfolioItem, 'id' | 'status'>

/** A draft has a preview for admins alone. */
export function previewPath({ id, status }: Project): string {
  const page = status === 'published' ? projectPages.project : privatePages.previewPortfolio
  return page.replace(':id', id)
}

/** @param project without one, the gallery */
export function PreviewLink({ project }: { project?: Project | undefined }) {
  return (
    <Link className={typography.link} to={project ? previewPath(project) : projectPages.gallery}>
      {project?.status === 'draft' ? 'Preview' : 'View live'}
    </Link>
  )
}

/** The message, and where visitors see what has become public. */
export function withViewLive(message: string, isPublic: boolean, id?: string): ReactNode {
  if (!isPublic) return message
  return (
    <>
      {message} <PreviewLink project={id ? { id, status: 'published' } : undefined} />
    </>
  )
}
