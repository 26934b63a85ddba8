// The OpenAPI document: the calls of the contract with their schemas as zod writes them. Who may make a call, and whether it
// takes a file, follow from the handlers of its route.
import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import * as z from 'zod/mini'
import type { Call } from '../../contract/call.ts'
import {
  type NamedCall,
  namedCalls,
  namedParts,
  readApiDescription,
  responseOf,
} from '../../contract/calls.ts'
import { requireAdmin, requireUser, scopeOf } from '../accounts/guard.ts'
import { fileFieldOf } from '../http/accept-form.ts'
import type { Env } from '../http/env.ts'
import { productVersion } from '../root.ts'

export type ApiDescription = ReturnType<typeof describeApi>

/** @param routes all calls of the server, read when it is requested first: by then all are there */
export function apiDescription(routes: readonly RouterRoute[]): Hono<Env> {
  let description: ApiDescription | undefined
  return new Hono<Env>().get(readApiDescription.path, requireAdmin, (c) => {
    description ??= describeApi(routes, c.var.context.config.publicUrl)
    return c.json(description)
  })
}

/** @param url origin of the site */
function describeApi(routes: readonly RouterRoute[], url: string) {
  const { names, schemas } = responseSchemas()
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {}
  for (const named of namedCalls) {
    const { method, path } = named.call
    const handlers = routes.flatMap((route) =>
      route.method === method && route.path === path ? [route.handler] : [],
    )
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(named, handlers, names) }
  }
  const cookie = url.startsWith('https:') ? '__Host-session' : 'session'
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } }
  return {
    openapi: '3.1.1',
    info: { title: 'Portfolio API', version: productVersion(), description },
    servers: [{ url }],
    tags: [...new Set(namedCalls.map(({ subject }) => subject))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: { error: { description: 'An error.', content: error } },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie, description: 'Set by a login.' },
        token: { type: 'http', scheme: 'bearer', description: 'An access token with the scope of the call.' },
      },
    },
  }
}

const description =
  'Requests with a body are JSON, multipart/form-data where a call takes an image, or an MP4 file where it takes a video. An error has a code, which decides its status, and a sentence that says what to do. Unknown fields of requests are ignored, and responses may get more fields.'

type Names = ReturnType<typeof responseSchemas>['names']

/** A schema with a name for every response, and for every part of one that has a name in the contract. */
function responseSchemas() {
  const names = z.registry<{ id: string }>()
  const add = (name: string, schema: z.core.$ZodType) => {
    if (!names.has(schema)) names.add(schema, { id: name.charAt(0).toUpperCase() + name.slice(1) })
  }
  for (const [name, part] of Object.entries(namedParts)) if (part instanceof z.core.$ZodType) add(name, part)
  for (const { name, call } of namedCalls) add(`${name}Response`, responseOf(call))
  const { schemas } = z.toJSONSchema(names, {
    uri: (id) => `#/components/schemas/${id}`,
    // zod says of an object that it has no other fields; later versions of the product may add some.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  const withoutUris = Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema])
  return { names, schemas: Object.fromEntries(withoutUris) as Record<string, object> }
}

function mediaTypeOf(response: z.core.$ZodType) {
  if (response instanceof z.core.$ZodFile) return 'application/x-tar'
  return response instanceof z.core.$ZodString ? 'text/csv' : 'application/json'
}

function operation({ name, subject, call }: NamedCall, handlers: unknown[], names: Names) {
  const scope = handlers.map(scopeOf).find((found) => found !== undefined)
  const isForAdmins = handlers.includes(requireAdmin) || scope !== undefined
  const isGuarded = isForAdmins || handlers.includes(requireUser)
  const content = requestContent(call, handlers)
  const parameters = parametersOf(call)
  const mayBeInvalid = content || parameters.some((one) => one.in === 'query' && one.required)
  const errors = [mayBeInvalid && 400, isGuarded && 401, isForAdmins && 403, call.path.includes(':') && 404]
  const error = { $ref: '#/components/responses/error' }
  const response = responseOf(call)
  const schema = { $ref: `#/components/schemas/${names.get(response)?.id}` }
  const success = { description: 'Success.', content: { [mediaTypeOf(response)]: { schema } } }
  return {
    operationId: name,
    summary: name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    description: `For ${isForAdmins ? 'admins' : isGuarded ? 'users' : 'everybody'}.`,
    tags: [subject],
    parameters,
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...Object.fromEntries((call.statuses ?? [200]).map((status) => [status, success])),
      ...Object.fromEntries(errors.filter(Boolean).map((status) => [status, error])),
      default: error,
    },
    security: isGuarded ? [{ session: [] }, ...(scope ? [{ token: [scope] }] : [])] : [],
  }
}

/** Of a query or body. Of what may be anything, the output says what is meant. */
function objectSchema(sent: z.ZodMiniType | undefined, io: 'input' | 'output') {
  if (!(sent instanceof z.ZodMiniObject)) return { type: 'object', properties: {}, required: [] }
  const { properties = {} } = z.toJSONSchema(sent, { io, unrepresentable: 'any' })
  const fields = Object.entries(sent.shape as Record<string, z.ZodMiniType>)
  const required = fields.filter(([, field]) => !z.safeParse(field, undefined).success)
  return { type: 'object', properties, required: required.map(([name]) => name) }
}

function parametersOf({ path, query }: Call) {
  const { properties, required } = objectSchema(query, 'output')
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(properties).map(([name, schema]) => {
      return { name, in: 'query', required: required.includes(name), schema }
    }),
  ]
}

function requestContent({ body }: Call, handlers: unknown[]) {
  const schema = objectSchema(body, 'input')
  const [file] = handlers.flatMap((handler) => fileFieldOf(handler) ?? [])
  if (file?.type) return { [file.type]: { schema: { type: 'string', format: 'binary' } } }
  if (!file) return body && { 'application/json': { schema } }
  const description = `At most ${file.maxBytes / 1024 / 1024} MB.`
  const image = { type: 'string', format: 'binary', description }
  const properties = { ...schema.properties, [file.field]: image }
  return { 'multipart/form-data': { schema: { ...schema, properties } } }
}
