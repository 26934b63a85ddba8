// Compares responses with the description of the API: every test that sends a request with `app.send` does.
import { type ErrorObject, Ajv2020 as Validator } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../contract/openapi.ts'
import { statusOf } from '../../contract/problem.ts'
import type { ContractCalls } from '../../server/openapi/contract-calls.ts'
import { describeApi } from '../../server/openapi/description.ts'

/** @throws Error that says in what a response differs from what is described. */
export type CheckResponse = (request: { method: string; path: string }, response: Response) => Promise<void>

export function responseChecker(contract: ContractCalls): CheckResponse {
  const routes = contract.calls.map(({ method, path }) => ({ method, path, handler: null }))
  const described = describeApi(contract, routes, { title: 'Test', version: '1', url: 'http://test' })
  const validator = new Validator({ strict: false, allErrors: true })
  validator.addSchema(withoutOthers(described) as object, 'api')
  const validate = (pointer: string, value: unknown): ErrorObject[] => {
    const check = validator.getSchema(`api#${pointer}`)
    if (!check) throw new Error(`nothing is described at ${pointer}`)
    return check(value) ? [] : (check.errors ?? [])
  }
  return async ({ method, path }, response) => {
    const call = callOf(contract, method, path.replace(/[?#].*/, ''))
    if (!call || !response.headers.get('content-type')?.startsWith('application/json')) return
    const body = (await response.clone().json()) as { code?: keyof typeof statusOf }
    const name = `${method} ${call.path}, status ${response.status}`
    if (!response.ok) {
      const errors = validate('/components/schemas/ErrorBody', body)
      const status = body.code && statusOf[body.code]
      if (errors.length > 0 || status !== response.status) throw new Error(`${name}: ${text(errors, body)}`)
      return
    }
    if (!call.statuses.includes(response.status)) throw new Error(`${name} is not described`)
    const template = call.path.replace(/:(\w+)/g, '{$1}').replaceAll('/', '~1')
    const place = `/paths/${encodeURIComponent(template)}/${method.toLowerCase()}/responses/${response.status}`
    const errors = validate(`${place}/content/application~1json/schema`, body)
    if (errors.length > 0) throw new Error(`${name}: ${text(errors, body)}`)
  }
}

function callOf(contract: ContractCalls, method: string, path: string) {
  const segments = path.split('/')
  const fits = (pattern: string) => {
    const parts = pattern.split('/')
    return (
      parts.length === segments.length &&
      parts.every((part, at) => part.startsWith(':') || part === segments[at])
    )
  }
  const calls = contract.calls.filter((call) => call.method === method && fits(call.path))
  return calls.find((call) => call.path === path) ?? calls[0]
}

function text(errors: ErrorObject[], body: unknown): string {
  const lines = errors.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
  return [...lines, JSON.stringify(body)].join('\n')
}

/** Fields that are not described are errors here; clients are told to expect them. */
function withoutOthers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOthers)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutOthers(part)]))
  const { type, properties, additionalProperties } = value as JsonSchema
  return type === 'object' && properties && additionalProperties === undefined
    ? { ...copy, additionalProperties: false }
    : copy
}
