// What a form got wrong, by field and in the contract's own words.
import type * as z from 'zod/mini'

export type Faults = Partial<Record<string, string>>

/** The first fault of each field; empty when all is well. */
export function faultsOf(schema: z.ZodMiniType, value: unknown): Faults {
  const result = schema.safeParse(value)
  const faults: Faults = {}
  for (const issue of result.error?.issues ?? []) faults[String(issue.path[0])] ??= issue.message
  return faults
}

/** The same form without the fault of a field that is being edited [S5]. */
export function withoutFault(faults: Faults, field: string): Faults {
  return faults[field] ? { ...faults, [field]: undefined } : faults
}

const mostFrames = 60

/** Puts the focus on the first field that is marked as faulty, as soon as it is marked and no longer busy. */
export function focusFirstFault(form: HTMLElement | null, frame = 0) {
  requestAnimationFrame(() => {
    const faulty = form?.querySelector<HTMLElement>('[aria-invalid="true"]:not(label, :disabled)')
    // Also after a press: where the focus goes is news here.
    if (faulty) faulty.focus({ focusVisible: true } as FocusOptions)
    else if (frame < mostFrames) focusFirstFault(form, frame + 1)
  })
}
