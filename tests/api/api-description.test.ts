// The description of the API: whole, valid OpenAPI 3.1, and for admins only.
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, inject, test } from 'vitest'
import type { ApiDescription, ApiOperation } from '../../contract/openapi.ts'
import { describeApi } from '../../server/openapi/description.ts'
import { responseChecker } from '../support/described-responses.ts'
import { sharedApp } from '../support/shared-app.ts'
import type { Running } from '../support/start.ts'

let app: Running
let admin: string
let document: ApiDescription

sharedApp(
  async (started) => {
    app = started
    admin = await app.asAdmin()
    const response = await app.send('/api/openapi.json', { cookie: admin })
    document = (await response.json()) as ApiDescription
  },
  { PUBLIC_URL: 'https://portfolio.example' },
)

const operation = (method: string, path: string) => document.paths[path]?.[method] as ApiOperation

describe('the description', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(document.openapi).toBe('3.1.1')
    expect(document.servers).toEqual([{ url: 'https://portfolio.example' }])
  })

  test('has every call that the server routes, once, and no other', async () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const routed = app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    const expected = new Set(routed.map((name) => name.replace(/:(\w+)/g, '{$1}')))
    expect(expected.size).toBeGreaterThan(45)
    expect(new Set(described)).toEqual(expected)
    expect(described).toHaveLength(expected.size)
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has every call of the contract, none of which is left without a handler', () => {
    const contract = inject('contractCalls').calls.map(({ method, path }) => `${method} ${path}`)
    const routed = new Set(app.routes.map(({ method, path }) => `${method} ${path}`))
    expect(contract.filter((name) => !routed.has(name))).toEqual([])
  })

  test('cannot be made of a route that is not in the contract', () => {
    const routes = [{ method: 'GET', path: '/invented', handler: null }]
    expect(() => describeApi(inject('contractCalls'), routes, { title: '', version: '', url: '' })).toThrow(
      'GET /invented is not in the contract',
    )
  })

  test('refers only to schemas and responses that it has', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(references.length).toBeGreaterThan(100)
    const { schemas, responses } = document.components
    const missing = references.filter(
      ([, kind, name = '']) => !(kind === 'schemas' ? schemas : responses)[name],
    )
    expect(missing).toEqual([])
  })

  test('says who may make a call, by the guard of its route', () => {
    expect(operation('get', '/api/admin/users')).toMatchObject({
      'x-for': 'admins',
      security: [{ session: [] }],
    })
    expect(operation('get', '/contacts')).toMatchObject({
      'x-for': 'admins',
      security: [{ session: [] }, { token: ['contacts:read'] }],
    })
    expect(operation('get', '/profile')).toMatchObject({ 'x-for': 'users', security: [{ session: [] }] })
    expect(operation('post', '/contacts')).toMatchObject({ 'x-for': 'everybody', security: [] })
    expect(document.components.securitySchemes.session?.name).toBe('__Host-session')
  })

  test('says what a list takes, with defaults', () => {
    expect(operation('get', '/contacts').parameters).toEqual(
      expect.arrayContaining([
        { name: 'search', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'status', in: 'query', required: false, schema: { enum: ['replied', 'unreplied'] } },
        {
          name: 'sort',
          in: 'query',
          required: false,
          schema: { enum: ['newest', 'oldest'], default: 'newest' },
        },
        { name: 'page', in: 'query', required: false, schema: { type: 'number', default: 1 } },
        { name: 'limit', in: 'query', required: false, schema: { type: 'number', default: 10 } },
      ]),
    )
  })

  test('says what is in a multipart form, its image included', () => {
    const { requestBody } = operation('post', '/portfolio/add-portfolio')
    expect(requestBody?.content['multipart/form-data']?.schema).toMatchObject({
      required: ['pname', 'purl', 'categories'],
      properties: {
        pname: { type: 'string', minLength: 1, maxLength: 100 },
        status: { enum: ['draft', 'published'], default: 'draft' },
        pimage: { description: 'An image: PNG, JPEG or WebP, at most 10 MB.' },
      },
    })
    expect(operation('post', '/portfolio/add-portfolio').responses).toHaveProperty('201')
  })

  test('says which errors a call has', () => {
    expect(Object.keys(operation('post', '/contacts/{id}/reply').responses)).toEqual(
      expect.arrayContaining(['200', '202', '400', '401', '403', '404', '408', '413', '415', 'default']),
    )
    expect(Object.keys(operation('get', '/public-categories').responses)).toEqual(['200', 'default'])
  })

  test('is for admins only', async () => {
    const visitor = await app.json('/api/openapi.json')
    const user = await app.json('/api/openapi.json', { cookie: await app.asUser() })
    expect([visitor.status, visitor.body.code]).toEqual([401, 'anonymous'])
    expect([user.status, user.body.code]).toEqual([403, 'forbidden'])
  })
})

describe('the comparison that every test makes', () => {
  const check = responseChecker(inject('contractCalls'))
  const json = (body: unknown, status = 200) => Response.json(body, { status })

  test('takes what is described', async () => {
    await check({ method: 'GET', path: '/public-categories?x=1' }, json({ categories: ['Web'] }))
    await check(
      { method: 'GET', path: '/contacts' },
      json({ success: false, code: 'anonymous', message: 'x' }, 401),
    )
    await check({ method: 'GET', path: '/healthz' }, json({ anything: true }))
  })

  test('finds a field that is missing, of another type or not described, and a status', async () => {
    const request = { method: 'GET', path: '/public-categories' }
    await expect(check(request, json({}))).rejects.toThrow('categories')
    await expect(check(request, json({ categories: [1] }))).rejects.toThrow('must be string')
    await expect(check(request, json({ categories: [], more: 1 }))).rejects.toThrow('additional properties')
    await expect(check(request, json({ categories: [] }, 201))).rejects.toThrow('status 201 is not described')
  })

  test('finds an error of another shape, and a code with a status that is not its own', async () => {
    const request = { method: 'DELETE', path: '/contacts/1' }
    await expect(check(request, json({ error: 'x' }, 404))).rejects.toThrow('code')
    const wrong = json({ success: false, code: 'unknown', message: 'x' }, 400)
    await expect(check(request, wrong)).rejects.toThrow('status 400')
  })
})
