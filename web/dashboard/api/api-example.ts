// Examples for the description of the API: made of its schemas.
import type { ApiOperation, JsonSchema } from '../../../contract/openapi.ts'

type Schemas = Record<string, JsonSchema>

/** Values that say more than "text" does, by the name of the field. */
const samples: [RegExp, unknown][] = [
  [/^(id|.*Id)$/, '65f0c0ffee65f0c0ffee65f0'],
  [/email/i, 'ada@example.com'],
  [/^(name|author|pname|Title)$/, 'Ada Example'],
  [/(At|Since|^at|^next)$/, '2026-01-31T08:00:00.000Z'],
  [/url$/i, 'https://example.com'],
]

/** A value that fits a schema. @param field the name of what it is for */
export function exampleOf(schema: JsonSchema, schemas: Schemas, field = '', depth = 0): unknown {
  const name = schema.$ref?.split('/').at(-1)
  if (name) return depth > 6 ? null : exampleOf(schemas[name] ?? {}, schemas, field, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) {
    const parts = schema.anyOf.filter(({ type }) => type !== 'null')
    return exampleOf(parts[0] ?? {}, schemas, field, depth)
  }
  if (schema.items) return [exampleOf(schema.items, schemas, field, depth + 1)]
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, part]) => [key, exampleOf(part, schemas, key, depth + 1)]),
    )
  const types = [schema.type ?? []].flat()
  if (types.includes('object')) return {}
  if (types.includes('boolean')) return true
  if (types.includes('number') || types.includes('integer')) return schema.minimum ?? 1
  return samples.find(([pattern]) => pattern.test(field))?.[1] ?? 'Text'
}

interface Request {
  origin: string
  method: string
  path: string
  operation: ApiOperation
  schemas: Schemas
}

/** A request as a command of curl. */
export function requestLine({ origin, method, path, operation, schemas }: Request): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(exampleOf({}, schemas, name)))
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + filled)}`]
  if (operation.security.some(({ token }) => token)) lines.push(`-H ${quoted('Authorization: Bearer TOKEN')}`)
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (type === 'application/json' && body) {
    lines.push(`-H ${quoted('Content-Type: application/json')}`)
    lines.push(`-d ${quoted(JSON.stringify(exampleOf(body.schema, schemas)))}`)
  } else if (body)
    for (const [name, field] of Object.entries(body.schema.properties ?? {})) {
      const isNeeded = body.schema.required?.includes(name) || field.contentMediaType
      const value = field.contentMediaType ? '@image.png' : exampleOf(field, schemas, name)
      if (isNeeded) lines.push(`-F ${quoted(`${name}=${value}`)}`)
    }
  return lines.join(' \\\n  ')
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
