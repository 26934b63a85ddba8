// The lines that let a site be framed by this one.
import { expect, test } from 'vitest'
import { framingLines } from './framing-lines.ts'

const origin = 'https://folio.example'
const lines = (detail: string) =>
  Object.fromEntries(framingLines(origin, detail).map(({ platform, code }) => [platform, code]))

test('each platform has its own', () => {
  const policy = "frame-ancestors 'self' https://folio.example"
  expect(lines('X-Frame-Options: DENY')).toEqual({
    WordPress: `add_action('send_headers', fn() => header("Content-Security-Policy: ${policy}"));`,
    nginx: `add_header Content-Security-Policy "${policy}" always;`,
    Apache: `Header always set Content-Security-Policy "${policy}"`,
    Netlify: `/*\n  Content-Security-Policy: ${policy}`,
    Vercel: `{ "headers": [{ "source": "/(.*)", "headers": [{ "key": "Content-Security-Policy", "value": "${policy}" }] }] }`,
  })
})

test('what a policy allows already stays allowed, and nothing of it can end the line', () => {
  expect(lines("frame-ancestors 'self' https://*.partner.example:8443 https:").nginx).toBe(
    `add_header Content-Security-Policy "frame-ancestors 'self' https://*.partner.example:8443 https: https://folio.example" always;`,
  )
  expect(lines(`frame-ancestors 'none' "; } a.example" $(id) \\ ? https://folio.example`).Apache).toBe(
    `Header always set Content-Security-Policy "frame-ancestors 'self' https://folio.example"`,
  )
})
