// The images of a project beyond its cover, in its edit dialog: each is saved at once, whatever becomes of the form.
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../call.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import * as typography from '../../ui/typography.module.css'
import { projectImagesQuery, useLogged } from '../lists/admin-queries.ts'
import { MoreImages } from './more-images.tsx'
import { PageScreenshots } from './page-screenshots.tsx'

/** @param id of the project */
export function ProjectImages({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(projectImagesQuery(id))
  useLogged(error, 'Images')
  if (data)
    return (
      <>
        <PageScreenshots id={id} pages={data.pages} />
        <MoreImages id={id} images={data.more} />
      </>
    )
  if (!error)
    return (
      <p className={typography.meta} role="status">
        Loading images...
      </p>
    )
  return (
    <div role="alert">
      <FieldError>The images could not be loaded: {messageOf(error)}</FieldError>
      <Button variant="secondary" size="sm" onClick={() => void refetch()}>
        Retry
      </Button>
    </div>
  )
}
