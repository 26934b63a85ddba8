// What was changed in the edit dialog and not saved, when the dialog is opened again (drafts.ts).
import { draftOf } from '../drafts.ts'
import type { FocalPoint } from '../ui/focal-point.ts'
import type { Faults } from './faults.ts'

interface ChosenImage extends FocalPoint {
  image: File | null
  /** A stored draft is without its file. */
  hasImage: boolean
}

/**
 * The draft, and what to say about it: a chosen image that a reload has lost is asked for again. Its focal point is no
 * use for the current image, which gets its own back.
 */
export function keptEdit<Draft extends ChosenImage>(
  userId: string | undefined,
  form: string,
  before: Draft,
): { draft: Draft; faults: Faults } {
  const draft = draftOf(userId, form, before)
  if (!draft.hasImage || draft.image) return { draft, faults: {} }
  const { focalX, focalY } = before
  return {
    draft: { ...draft, focalX, focalY },
    faults: { pimage: 'Please choose the image again, or keep the current one.' },
  }
}
