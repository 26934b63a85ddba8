// The two entries that describe an archive: the manifest at its beginning, the summary at its end.
import * as z from 'zod/mini'
import { stepNames } from '../db/migrate.ts'
import { folderName } from '../images/variants.ts'
import { productVersion } from '../root.ts'
import { ArchiveRejected } from './rejected.ts'

/** Grows with each change that an older version could not read. */
const format = 1
const product = 'portfolio'

const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/))
const count = z.int().check(z.nonnegative())

const manifest = z.object({
  format: z.literal(format),
  product: z.literal(product),
  /** Of the product that wrote it. */
  version: z.string().check(z.maxLength(100)),
  /** The last migration of the database. */
  schema: z.string(),
  /** Null for a database from before there were ids. */
  installation: z.nullable(z.string().check(z.regex(/^[\w-]{1,100}$/))),
  database: z.enum(['sqlite', 'postgres']),
  /** When it was begun: whatever was acknowledged by then is in it. */
  createdAt: time,
})

const summary = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), count),
  images: count,
  /** Rows of tables that an archive never has and that are made again by hand; archives of older versions do not say. */
  leftOut: z.optional(z.record(z.string(), count)),
  /** Images that rows name and that were not there. */
  missingImages: z.array(z.string().check(z.regex(folderName))),
  /** Images in it that were deleted while it was written. */
  deletedImages: z.array(z.string().check(z.regex(folderName))),
})

export type Manifest = z.infer<typeof manifest>
export type Summary = z.infer<typeof summary>

export function newManifest(
  fields: Pick<Manifest, 'schema' | 'installation' | 'database' | 'createdAt'>,
): Manifest {
  return { format, product, version: productVersion(), ...fields }
}

/** @throws ArchiveRejected when it is another product's, a newer version's or damaged. */
export function parseManifest(text: string): Manifest {
  const value = parseJson(text)
  const own = z.looseObject({ product: z.literal(product), format: z.number() }).safeParse(value)
  if (!own.success) throw new ArchiveRejected('it is no backup of this product')
  const { version } = value as { version?: unknown }
  const maker = typeof version === 'string' ? ` (${version.slice(0, 100)})` : ''
  if (own.data.format > format)
    throw new ArchiveRejected(`it was made by a newer version of this product${maker}; update this one first`)
  const parsed = manifest.safeParse(value)
  if (!parsed.success) throw new ArchiveRejected('its manifest.json is damaged')
  if (stepNames.includes(parsed.data.schema)) return parsed.data
  throw new ArchiveRejected(
    `its database was made by a newer version of this product${maker}, which has the migration ${parsed.data.schema.slice(0, 100)}; update this one first`,
  )
}

/** @throws ArchiveRejected */
export function parseSummary(text: string): Summary {
  const parsed = summary.safeParse(parseJson(text))
  if (!parsed.success) throw new ArchiveRejected('its summary.json is damaged')
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
