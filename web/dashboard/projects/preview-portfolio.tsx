// One project as visitors see it, or will once it is published: for admins, who look at a draft before it is public.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { readProject } from '../../../contract/portfolio.ts'
import { Problem } from '../../../contract/problem.ts'
import { Guard, GuardLoading } from '../../guard.tsx'
import { privateMeta } from '../../page-meta.ts'
import { QueryProvider } from '../../queries.tsx'
import { PrivateProject } from '../../site/case-study/private-project.tsx'
import { Button, ButtonLink, IconLink } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { read } from '../lists/admin-queries.ts'

export function HydrateFallback() {
  return <GuardLoading admin />
}

export const meta = privateMeta('Preview')

export default function PreviewPortfolio() {
  return (
    <Guard admin>
      <QueryProvider>
        <Preview />
      </QueryProvider>
    </Guard>
  )
}

function Preview() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(read('projects', readProject, { params: { id } }))
  const project = data?.portfolio ?? null
  return (
    <PrivateProject
      project={project}
      problem={
        !project && error
          ? error instanceof Problem && error.status === 404
            ? error.message
            : 'Something went wrong.'
          : null
      }
      ways={
        <>
          <Button onClick={() => void refetch()}>Retry</Button>
          <ButtonLink variant="secondary" to="/dashboard/view-portfolio">
            Go to Portfolios
          </ButtonLink>
        </>
      }
      start={<IconLink label="Close preview" icon={<CloseIcon />} to="/dashboard/view-portfolio" />}
      line={project?.status === 'draft' ? { label: 'Status', text: 'Draft: only admins see it' } : undefined}
    />
  )
}
