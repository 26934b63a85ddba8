// "About this project": what the owner tells of a project beyond its name, every part of it optional.
import * as z from 'zod/mini'
import { cleanLine, cleanLines, cleanText } from './text.ts'

export type { ProjectAbout } from './responses/projects.ts'

/** Each part with the characters that it may have. The browser shows them next to the fields. */
export const aboutLengths = {
  summary: 200,
  role: 80,
  year: 20,
  client: 80,
  tools: 120,
  outcome: 1_000,
} as const

export type AboutPart = keyof typeof aboutLengths

/** In the order of responses; each page has its own. */
export const aboutParts = Object.keys(aboutLengths) as AboutPart[]

export const aboutLabels: Record<AboutPart, string> = {
  summary: 'Summary',
  role: 'Role',
  year: 'Year',
  client: 'Client',
  tools: 'Tools',
  outcome: 'Outcome',
}

/** The text of a part as it is stored and counted: several lines in the outcome, one in the others. */
export function cleanPart(part: AboutPart, text: string): string {
  return part === 'outcome' ? cleanLines(text) : cleanLine(text)
}

function aboutField(part: AboutPart) {
  return z.optional(cleanText(aboutLabels[part], aboutLengths[part], (text) => cleanPart(part, text)))
}

/** Fields of the calls that add and update a project: without a field its part stays, an empty one clears it. */
export const aboutFields = Object.fromEntries(
  aboutParts.map((part) => [part, aboutField(part)] as const),
) as Record<AboutPart, ReturnType<typeof aboutField>>
