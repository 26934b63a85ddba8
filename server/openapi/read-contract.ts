// Describes every call of the contract: its requests by their zod schemas, its responses by their types, and both by
// their comments. Only the build, development and tests load this file (contract-calls.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Type } from 'typescript/unstable/sync'
import * as z from 'zod/mini'
import type { Call } from '../../contract/call.ts'
import type { JsonSchema } from '../../contract/openapi.ts'
import type { ContractCalls, DescribedCall } from './contract-calls.ts'
import { type ContractTypes, withTypes } from './type-schemas.ts'

type Modules = { subject: string; file: string; exports: Record<string, unknown> }[]

/** @param root folder of the product's sources */
export async function readContract(root: string): Promise<ContractCalls> {
  const folder = join(root, 'contract')
  const modules: Modules = []
  for (const name of readdirSync(folder).sort())
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) {
      const file = join(folder, name)
      modules.push({ subject: name.slice(0, -3), file, exports: await import(pathToFileURL(file).href) })
    }
  return withTypes(join(root, 'tsconfig.server.json'), (types) => describeAll(folder, modules, types))
}

function describeAll(folder: string, modules: Modules, types: ContractTypes): ContractCalls {
  const calls: DescribedCall[] = []
  const subjects: Record<string, string> = {}
  for (const { subject, file, exports } of modules)
    for (const { name, comment, type } of types.exportsOf(file)) {
      const call = exports[name]
      const response = types.property(type, 'response')
      if (!isCall(call) || !response) continue
      subjects[subject] ??= firstComment(file)
      calls.push(describe(types, { call, type, response, name, subject, comment }))
    }
  types.schemaOf(types.declared(join(folder, 'problem.ts'), 'ErrorBody'))
  return { subjects, calls, schemas: types.named }
}

interface Read {
  call: Call
  type: Type
  response: Type
  name: string
  subject: string
  comment: string
}

function describe(
  types: ContractTypes,
  { call, type, response, name, subject, comment }: Read,
): DescribedCall {
  const { method, path } = call
  const query = requestSchema(types, call.query, types.property(type, 'query'))
  const body = requestSchema(types, call.body, types.property(type, 'body'))
  return {
    name,
    subject,
    comment,
    method,
    path,
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    ...responseOf(types, response),
  }
}

function responseOf(types: ContractTypes, response: Type): Pick<DescribedCall, 'response' | 'statuses'> {
  const body = types.property(response, '~response')
  const status = types.property(response, '~status')
  if (!body || !status) throw new Error('a response has no type')
  const statuses = types.numbersOf(status)
  if (types.nameOf(body) === 'Blob') return { response: 'file', statuses }
  const schema = types.schemaOf(body)
  return { response: schema.type === 'string' ? 'text' : schema, statuses }
}

/**
 * What may be sent. Where zod takes anything and makes something of it, the type of what it makes says what is meant.
 * @param type of the schema
 */
function requestSchema(
  types: ContractTypes,
  schema: z.ZodMiniType | undefined,
  type: Type | undefined,
): JsonSchema | undefined {
  const internals = type && types.property(type, '_zod')
  if (!schema || !internals) return undefined
  if (!(schema instanceof z.ZodMiniObject)) throw new Error('a request is no object')
  const output = types.property(internals, 'output')
  const input = types.property(internals, 'input')
  const made = output ? types.schemaOf(output) : {}
  const comments = input ? types.commentsOf(input) : {}
  const fields = Object.entries(schema.shape as Record<string, z.ZodMiniType>)
  const properties: Record<string, JsonSchema> = {}
  for (const [name, field] of fields) {
    const sent = fieldSchema(field)
    const comment = comments[name]
    properties[name] = {
      ...(comment ? { description: comment } : {}),
      ...(saysLittle(sent) ? (made.properties?.[name] ?? sent) : sent),
      ...defaultOf(field),
    }
  }
  const required = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name)
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

function fieldSchema(field: z.ZodMiniType): JsonSchema {
  // zod cannot write a default that is undefined.
  const sent = isPrefault(field) ? field._zod.def.innerType : field
  const { $schema: _, ...schema } = z.toJSONSchema(sent, { io: 'input', unrepresentable: 'any' })
  return schema as JsonSchema
}

/** Anything, or any text. */
function saysLittle(schema: JsonSchema): boolean {
  const names = Object.keys(schema).filter((name) => name !== 'default')
  return names.length === 0 || (names.length === 1 && schema.type === 'string')
}

/** What is taken for a field that is missing, where that is something. */
function defaultOf(field: z.ZodMiniType): Pick<JsonSchema, 'default'> {
  if (!isPrefault(field)) return {}
  const { data } = field.safeParse(undefined)
  return data === undefined || data === null || data === '' ? {} : { default: data }
}

function isPrefault(field: z.ZodMiniType): field is z.ZodMiniPrefault<z.ZodMiniType> {
  return field instanceof z.ZodMiniPrefault
}

/** The first sentence of the comment that every file begins with. */
function firstComment(file: string): string {
  const [comment = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(file, 'utf8')) ?? []
  const [sentence = ''] = comment
    .replace(/^\/\/ ?/gm, '')
    .replace(/\n/g, ' ')
    .trim()
    .split(/(?<=\.) /)
  return sentence
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
