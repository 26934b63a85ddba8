// One project as visitors see it, or will once it is published: for admins, who look at a draft before it is public.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { readItem } from '../../../contract/portfolio.ts'
import { Problem } from '../../../contract/problem.ts'
import { Guard, GuardLoading } from '../../guard.tsx'
import { privateMeta } from '../../page-meta.ts'
import { QueryProvider } from '../../queries.tsx'
import { PrivateCaseStudy, useIsCaseStudy } from '../../site/case-study/private-case-study.tsx'
import { ProjectPreview } from '../../site/preview/project-preview.tsx'
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
  const { data, error, refetch } = useQuery(read('items', readItem, { params: { id } }))
  const item = data?.portfolio ?? null
  const isCaseStudy = useIsCaseStudy(item)
  const around = {
    start: <IconLink label="Close preview" icon={<CloseIcon />} to="/dashboard/view-portfolio" />,
    line: item?.status === 'draft' ? { label: 'Status', text: 'Draft: only admins see it' } : undefined,
  }
  if (item && isCaseStudy) return <PrivateCaseStudy item={item} {...around} />
  return (
    <ProjectPreview
      item={item}
      problem={
        !item && error
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
      {...around}
      countedAs={undefined}
      caseStudyUrl="?view=case-study"
    />
  )
}
