// The fields of a schema as a list: name, type, whether it must be there, what it means.
import type { JsonSchema } from '../../../contract/openapi.ts'
import * as links from '../../ui/link.module.css'
import * as styles from './api-docs.module.css'

/** Of an object its fields; of anything else its type. */
export function Fields({ schema }: { schema: JsonSchema }) {
  if (!schema.properties)
    return (
      <p>
        <TypeOf schema={schema} />
      </p>
    )
  return (
    <ul className={styles.fields}>
      {Object.entries(schema.properties).map(([name, property]) => (
        <ApiField
          key={name}
          name={name}
          schema={property}
          required={schema.required?.includes(name) ?? false}
        />
      ))}
    </ul>
  )
}

interface FieldProps {
  name: string
  schema: JsonSchema
  required: boolean
  note?: string
}

export function ApiField({ name, schema, required, note }: FieldProps) {
  const inner = objectIn(schema)
  return (
    <li>
      <code>{name}</code>{' '}
      <span className={styles.type}>
        <TypeOf schema={schema} />
        {note && `, ${note}`}
        {required ? ', required' : ''}
        {schema.default !== undefined && `, otherwise ${JSON.stringify(schema.default)}`}
        {limitsOf(schema)}
      </span>
      {schema.description && <p className={styles.meaning}>{schema.description}</p>}
      {inner && <Fields schema={inner} />}
    </li>
  )
}

/** An object without a name: itself, one of a list, or one that may be null. */
function objectIn(schema: JsonSchema): JsonSchema | null {
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  const parts = (schema.anyOf ?? []).map(objectIn).filter((part) => part !== null)
  return parts.length === 1 ? (parts[0] ?? null) : null
}

function limitsOf({ minLength = 0, maxLength, minimum, maximum, minItems, maxItems }: JsonSchema): string {
  const parts = [
    maxLength !== undefined && `${minLength} to ${maxLength} characters`,
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    maxItems !== undefined && `${minItems ?? 0} to ${maxItems} items`,
  ].filter(Boolean)
  return parts.length > 0 ? `, ${parts.join(', ')}` : ''
}

/** In words; a schema with a name is a link to it. */
function TypeOf({ schema }: { schema: JsonSchema }) {
  const { $ref, type, items, anyOf, additionalProperties } = schema
  const name = $ref?.split('/').at(-1)
  if (name)
    return (
      <a className={links.link} href={`#schema-${name}`}>
        {name}
      </a>
    )
  if (schema.const !== undefined) return <>{JSON.stringify(schema.const)}</>
  if (schema.enum) return <>{schema.enum.map((value) => JSON.stringify(value)).join(' or ')}</>
  if (items)
    return (
      <>
        list of <TypeOf schema={items} />
      </>
    )
  if (anyOf)
    return anyOf.map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a type never change
      <span key={index}>
        {index > 0 && ' or '}
        <TypeOf schema={part} />
      </span>
    ))
  if (typeof additionalProperties === 'object')
    return (
      <>
        object of <TypeOf schema={additionalProperties} />
      </>
    )
  if (schema.contentMediaType) return <>file</>
  return <>{[type ?? 'anything'].flat().join(' or ')}</>
}
