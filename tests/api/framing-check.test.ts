// The page in which a preview tries out a project's site: what it may hold, and that nothing in it can act.
import { describe, expect, test } from 'vitest'
import { framingCheckPath, framingCheckTitle } from '../../contract/framing.ts'
import { ownApps } from '../support/own-apps.ts'

const ownApp = ownApps()

describe('the page of the framing check', () => {
  test.each([
    ['http://portfolio.example', 'https: http:'],
    ['https://portfolio.example', 'https:'],
  ])('of %s may hold a site by %s and run nothing', async (PUBLIC_URL, schemes) => {
    const app = await ownApp({ PUBLIC_URL })
    const response = await app.send(framingCheckPath)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await response.text()).toContain(`<title>${framingCheckTitle}</title>`)
    const policy = (response.headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toEqual([
      "default-src 'none'",
      `object-src ${schemes}`,
      `frame-src ${schemes}`,
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      // No script, no form, no window, no navigation of the top.
      'sandbox allow-same-origin',
    ])
  })

  test('the pages of the product themselves may hold no object', async () => {
    const app = await ownApp({}, { pages: true })
    const response = await app.send('/portfolio', { headers: { accept: 'text/html' } })
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('object-src')
  })
})
