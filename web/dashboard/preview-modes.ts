// What the preview of a project can show, as the add and the edit form offer it.
import type { PreviewMode } from '../../contract/portfolio.ts'

export const previewModes: { value: PreviewMode; label: string }[] = [
  { value: 'live', label: 'Show the live site' },
  { value: 'image', label: 'Show the image' },
]
