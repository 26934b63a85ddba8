// The OpenAPI document: the calls of the contract as the routes handle them. Who may make a call, and what it takes besides
// JSON, follow from the handlers of its route.
import type { ApiContent, ApiDescription, ApiOperation, ApiResponse } from '../../contract/openapi.ts'
import { statusOf } from '../../contract/problem.ts'
import { requireAdmin, requireRecentPassword, requireUser, scopeOf } from '../accounts/guard.ts'
import { acceptNothing } from '../http/accept.ts'
import { fileFieldOf } from '../http/accept-form.ts'
import { requireSameOrigin } from '../http/same-origin.ts'
import type { ContractCalls, DescribedCall } from './contract-calls.ts'

/** As Hono lists it: one for each handler of a call. */
export interface Route {
  method: string
  path: string
  handler: unknown
}

export interface About {
  title: string
  version: string
  /** Origin of the site. */
  url: string
}

/** @throws Error for a route without a call in the contract. */
export function describeApi(contract: ContractCalls, routes: readonly Route[], about: About): ApiDescription {
  const paths: ApiDescription['paths'] = {}
  const used = new Set<string>()
  for (const { method, path, handlers } of routedCalls(routes)) {
    const call = contract.calls.find((call) => call.method === method && call.path === path)
    if (!call) throw new Error(`${method} ${path} is not in the contract`)
    used.add(call.subject)
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(call, handlers) }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${about.title} API`, version: about.version, description },
    servers: [{ url: about.url }],
    tags: Object.entries(contract.subjects)
      .filter(([subject]) => used.has(subject))
      .map(([subject, text]) => ({ name: tagOf(subject), description: text }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    paths,
    components: {
      schemas: contract.schemas,
      responses: errorResponses(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: about.url.startsWith('https:') ? '__Host-session' : 'session',
          description: 'The cookie that a login sets.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token with the scope that the call names.',
        },
      },
    },
  }
}

const description =
  'Requests with a body are JSON, or multipart/form-data where a call takes an image. An error has a code, which decides its status, and a sentence that says what to do. Unknown fields of requests are ignored, and responses may get more fields.'

/** Calls with all their handlers; Hono also lists what runs on several paths. */
function routedCalls(routes: readonly Route[]): { method: string; path: string; handlers: unknown[] }[] {
  const calls = new Map<string, { method: string; path: string; handlers: unknown[] }>()
  for (const { method, path, handler } of routes) {
    if (method === 'ALL') continue
    const key = `${method} ${path}`
    const call = calls.get(key) ?? { method, path, handlers: [] }
    call.handlers.push(handler)
    calls.set(key, call)
  }
  return [...calls.values()]
}

function operation(call: DescribedCall, handlers: unknown[]): ApiOperation {
  const scope = handlers.map(scopeOf).find((found) => found !== undefined)
  const isForAdmins = handlers.includes(requireAdmin) || scope !== undefined
  const isForUsers = handlers.includes(requireUser)
  const parameters = parametersOf(call)
  const content = requestContent(call, handlers)
  return {
    operationId: call.name,
    summary: summaryOf(call.name),
    ...(call.comment ? { description: call.comment } : {}),
    tags: [tagOf(call.subject)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: responsesOf(call, handlers),
    security: isForAdmins || isForUsers ? [{ session: [] }, ...(scope ? [{ token: [scope] }] : [])] : [],
    'x-for': isForAdmins ? 'admins' : isForUsers ? 'users' : 'everybody',
  }
}

function parametersOf({ path, query }: DescribedCall): NonNullable<ApiOperation['parameters']> {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query' as const,
    required: query?.required?.includes(name) ?? false,
    ...(description ? { description } : {}),
    schema,
  }))
  return [...inPath, ...inQuery]
}

function requestContent({ body }: DescribedCall, handlers: unknown[]): ApiContent | null {
  const [file] = handlers.flatMap((handler) => fileFieldOf(handler) ?? [])
  if (!file) return body ? { 'application/json': { schema: body } } : null
  const image = {
    description: `An image: PNG, JPEG or WebP, at most ${file.maxBytes / 1024 / 1024} MB.`,
    contentMediaType: 'application/octet-stream',
  }
  const properties = { ...body?.properties, [file.field]: image }
  return { 'multipart/form-data': { schema: { ...body, type: 'object', properties } } }
}

/** What every export is, and every download. */
const mediaTypes = { text: 'text/csv', file: 'application/gzip' }

function responsesOf({ method, path, query, body, response, statuses }: DescribedCall, handlers: unknown[]) {
  const content: ApiContent =
    typeof response === 'string'
      ? { [mediaTypes[response]]: { schema: response === 'text' ? { type: 'string' } : {} } }
      : { 'application/json': { schema: response } }
  const is = (handler: unknown) => handlers.includes(handler)
  const isForAdmins = is(requireAdmin) || handlers.some(scopeOf)
  const isGuarded = isForAdmins || is(requireUser)
  const errors: (number | false)[] = [
    (body || query?.required) && 400,
    isGuarded && 401,
    (method !== 'GET' || isForAdmins || is(requireRecentPassword) || is(requireSameOrigin)) && 403,
    path.includes(':') && 404,
    body && 408,
    body && 413,
    (body || is(acceptNothing)) && 415,
  ].map((status) => status || false)
  return Object.fromEntries<ApiResponse>([
    ...statuses.map((status): [string, ApiResponse] => [
      String(status),
      { description: 'Success.', content },
    ]),
    ...errors
      .filter((status) => status !== false)
      .map((status): [string, ApiResponse] => [String(status), errorOf(status)]),
    ['default', errorOf(null)],
  ])
}

/** @param status null for any */
function errorOf(status: number | null): ApiResponse {
  return { $ref: `#/components/responses/Error${status ?? ''}` }
}

function errorResponses(): Record<string, ApiResponse> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } }
  const statuses = [...new Set(Object.values(statusOf))].filter((status) => status < 429)
  const codesOf = (status: number) =>
    Object.entries(statusOf).flatMap(([code, its]) => (its === status ? [`"${code}"`] : []))
  return {
    ...Object.fromEntries(
      statuses.map((status) => [
        `Error${status}`,
        { description: `An error with the code ${codesOf(status).join(' or ')}.`, content },
      ]),
    ),
    Error: { description: 'Any other error, also that there were too many requests.', content },
  }
}

/** `listContacts` is "List contacts". */
function summaryOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Where the name of the file is not what the group is called. */
const tags: Readonly<Record<string, string>> = {
  counts: 'Visits',
  openapi: 'API description',
  retention: 'Retention of messages',
  'site-calls': 'Site editor',
}

/** `access-tokens` is "Access tokens". */
function tagOf(subject: string): string {
  return tags[subject] ?? (subject.charAt(0).toUpperCase() + subject.slice(1)).replaceAll('-', ' ')
}
