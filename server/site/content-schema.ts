// What the files of content/ must hold. Their types end with the build: an older content/ under a newer release, with
// fields that were renamed since, would otherwise be built and shown as pages that fail.
import * as z from 'zod/mini'
import { serviceIcons } from '../../contract/site.ts'
import { ConfigError } from '../config.ts'

const text = z.string()
const raster = { src: text, width: z.number(), height: z.number(), widths: z.array(z.number()) }
const image = z.object({ ...raster, alt: text })

const schemas = {
  site: z.object({
    language: text,
    brand: text,
    owner: z.object({ name: text, role: text }),
    hero: z.object({ greeting: text, line: text, button: text, image: z.nullable(image) }),
    stats: z.array(z.object({ label: text, value: text })),
    servicesHeading: text,
    services: z.array(z.object({ title: text, description: text, icon: z.enum(serviceIcons) })),
    skillsHeading: text,
    skills: z.array(z.object({ name: text, percentage: z.number() })),
    teaser: z.object({ title: text, button: text, image }),
    slides: z.array(z.object({ image: z.object(raster) })),
  }),
  contactWays: z.object({
    email: z.nullable(text),
    phone: z.nullable(text),
    booking: z.nullable(z.object({ label: text, url: text })),
    profiles: z.array(z.object({ site: text, name: text, url: text })),
  }),
  about: z.object({
    heading: text,
    paragraphs: z.array(text),
    image,
    skillsHeading: text,
  }),
  contact: z.object({ lead: text }),
  logo: z.nullable(
    z.object({
      brand: text,
      viewBox: text,
      strokeWidth: z.number(),
      stroked: z.array(text),
      dot: z.object({ x: z.number(), y: z.number(), radius: z.number() }),
    }),
  ),
}

const wanted: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  array: 'a list',
  object: 'an object with fields of its own',
}

/**
 * @param file of content/
 * @param exported what it exports, by name
 * @throws ConfigError naming the file and the first field that is wrong
 */
export function checkContent(file: string, exported: Partial<Record<keyof typeof schemas, unknown>>): void {
  for (const [name, value] of Object.entries(exported)) {
    const [issue] = schemas[name as keyof typeof schemas].safeParse(value).error?.issues ?? []
    if (!issue) continue
    const found = issue.path.reduce((inner, key) => (inner as Record<PropertyKey, unknown>)[key], value)
    const state = found === undefined ? 'missing' : JSON.stringify(found)
    const must =
      issue.code === 'invalid_value'
        ? `one of ${issue.values.join(', ')}`
        : issue.code === 'invalid_type'
          ? (wanted[issue.expected] ?? issue.expected)
          : issue.message
    throw new ConfigError(
      `content/${file}: ${[name, ...issue.path].join('.')} is ${state}; it must be ${must}.`,
    )
  }
}
