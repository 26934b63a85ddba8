// What one check of `npm run doctor` found.
import type { Config } from '../config.ts'
import { explain } from '../start-errors.ts'

export interface Finding {
  isOk: boolean
  /** What was checked. */
  about: string
  /** What is so, or what is wrong and how to fix it; one line without passwords and tokens. */
  text: string
}

export function ok(about: string, text: string): Finding {
  return { isOk: true, about, text }
}

export function problem(about: string, text: string): Finding {
  return { isOk: false, about, text: text.replace(/\s+/g, ' ') }
}

/** One line for the operator. */
export function lineOf(error: unknown, config: Config | null): string {
  return explain(error, config) ?? (error instanceof Error ? error.message : String(error))
}

/**
 * Waits for a check, for a time that nothing in it can exceed.
 * @param ms milliseconds
 * @returns a problem for a check that fails or takes longer
 */
export async function bounded(
  about: string,
  config: Config,
  ms: number,
  check: () => Promise<Finding>,
): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    const text = `the check did not end within ${ms / 1000} seconds; find out what does not respond.`
    timer = setTimeout(() => resolve(problem(about, text)), ms)
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return problem(about, lineOf(error, config))
  } finally {
    clearTimeout(timer)
  }
}
