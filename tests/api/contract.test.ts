// Every call of the contract has a handler, and each handler its guard.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../contract/call.ts'
import { calls, key, pathOf } from '../support/contract.ts'
import { type Running, sharedApp } from '../support/start.ts'

const forEverybody = [
  'GET /check-auth',
  'POST /login',
  'POST /logout',
  'POST /register',
  'GET /verify-email-token',
  'POST /reset-password',
  'GET /reset-password/:token',
  'POST /reset-password/:token',
  'GET /getportfolio/public',
  'GET /public-categories',
  'POST /contacts',
  'POST /counts',
  'POST /api/client-links/open',
  'GET /api/settings/registration',
  'POST /setup/check',
  'POST /setup',
]
const forUsers = [
  'GET /check-admin',
  'GET /dashboard',
  'GET /profile',
  'GET /edit-profile',
  'POST /edit-profile',
  'GET /change-password',
  'POST /change-password',
  'POST /reauthenticate',
  'GET /verify-email',
  'POST /verify-email',
  'POST /resend-verification-link',
]
const forAdmins = calls.map(key).filter((name) => !forEverybody.includes(name) && !forUsers.includes(name))

let app: Running
let user: string

sharedApp(async (started) => {
  app = started
  user = await app.asUser()
})

async function send(call: Call, cookie?: string) {
  return app.send(pathOf(call), {
    method: call.method,
    ...(cookie ? { cookie } : {}),
    ...(call.method === 'GET' ? {} : call.multipart ? { form: {} } : { json: {} }),
    headers: { accept: 'application/json' },
  })
}

describe('every call of the contract', () => {
  test('is listed once', () => {
    expect(new Set(calls.map(key)).size).toBe(calls.length)
  })

  for (const call of calls) {
    test(`${key(call)} has a handler; its response is JSON, and no-store unless it is a public list`, async () => {
      const response = await send(call, user)
      expect(response.headers.get('content-type')).toContain('application/json')
      const body = (await response.json()) as { message?: string }
      expect(body.message).not.toBe('There is nothing at this URL.')
      if (!['GET /getportfolio/public', 'GET /public-categories'].includes(key(call)))
        expect(response.headers.get('cache-control')).toBe('no-store')
    })
  }
})

describe('a visitor', () => {
  for (const call of calls.filter((call) => !forEverybody.includes(key(call))))
    test(`gets 401 from ${key(call)}`, async () => {
      const response = await send(call)
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ success: false, code: 'anonymous', message: 'Please log in.' })
    })
})

describe('a signed-in user', () => {
  let user: string
  beforeAll(async () => {
    // The calls above were all made, signing out among them.
    user = await app.asUser('another@example.com')
  })

  for (const call of calls.filter((call) => forAdmins.includes(key(call))))
    test(`gets 403 from ${key(call)}`, async () => {
      const response = await send(call, user)
      expect([response.status, await response.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'forbidden' }),
      ])
    })
})
