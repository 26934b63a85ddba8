import { expect, test } from 'vitest'
import { site } from '../../content/site.ts'
import { ConfigError } from '../config.ts'
import { contentDefaults } from './site-book.ts'

test('content/site.ts without a text ends the start with a line that names it', () => {
  const own = structuredClone(site)
  Reflect.deleteProperty(own.content.hero, 'greeting')
  expect(() => contentDefaults(own)).toThrow(ConfigError)
  expect(() => contentDefaults(own)).toThrow(/hero\.greeting: Greeting is/)
})
