// The description of the API: whole, valid OpenAPI 3.1, and for admins only.
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import type { ApiDescription } from '../../server/openapi/description.ts'
import { calls, checkResponse, key } from '../support/contract.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let document: ApiDescription

sharedApp(
  async (started) => {
    app = started
    const response = await app.send('/api/openapi.json', { cookie: await app.asAdmin() })
    document = (await response.json()) as ApiDescription
  },
  { PUBLIC_URL: 'https://portfolio.example' },
)

const operation = (method: string, path: string) => document.paths[path]?.[method]

describe('the description', () => {
  test('is a valid OpenAPI 3.1 document, which refers only to what it has', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    const { schemas, responses } = document.components
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/\w+\/(\w+)"/g)]
    expect(references.length).toBeGreaterThan(100)
    expect(references.filter(([, name = '']) => !(name in schemas) && !(name in responses))).toEqual([])
  })

  test('has every call that the server routes, once, and no other', () => {
    const routed = app.routes.filter(({ method }) => method !== 'ALL')
    expect(new Set(calls.map(key))).toEqual(new Set(routed.map(({ method, path }) => `${method} ${path}`)))
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(calls.length)
  })

  test('says who may make a call, by the guard of its route', () => {
    const session = { session: [] }
    expect(operation('get', '/api/admin/users')).toMatchObject({
      description: 'For admins.',
      security: [session],
    })
    expect(operation('get', '/contacts')?.security).toEqual([session, { token: ['contacts:read'] }])
    expect(operation('get', '/profile')).toMatchObject({ description: 'For users.', security: [session] })
    expect(operation('post', '/contacts')).toMatchObject({ description: 'For everybody.', security: [] })
    expect(document.components.securitySchemes.session.name).toBe('__Host-session')
  })

  test('says what a call takes, responds with, and its errors', () => {
    expect(operation('get', '/contacts')?.parameters).toContainEqual({
      name: 'status',
      in: 'query',
      required: false,
      schema: { type: 'string', enum: ['replied', 'unreplied'] },
    })
    const added = operation('post', '/portfolio/add-portfolio')
    expect(added?.requestBody?.content).toMatchObject({
      'multipart/form-data': {
        schema: {
          required: ['pname', 'purl', 'categories'],
          properties: {
            pname: { type: 'string', minLength: 1, maxLength: 100 },
            pimage: { description: 'At most 10 MB.' },
          },
        },
      },
    })
    expect(Object.keys(operation('post', '/contacts/{id}/reply')?.responses ?? {})).toEqual([
      ...['200', '202', '400', '401', '403', '404', 'default'],
    ])
  })
})
