// The content of the site and its files belong together.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { about } from '../../content/pages.ts'
import { site } from '../../content/site.ts'

test('every image of the site is there in every width and format', () => {
  const files = new Set(readdirSync(join(import.meta.dirname, '../../content/pictures')))
  const { hero, teaser, slides } = site
  const images = [hero.image, teaser.image, about.image, ...slides.map(({ image }) => image)]
  const missing = images
    .flatMap((image) => (image ? image.widths.map((width) => `${image.src}-${width}`) : []))
    .flatMap((file) => [`${file}.avif`, `${file}.webp`])
    .map((file) => file.replace('/pictures/', ''))
    .filter((file) => !files.has(file))
  expect(missing).toEqual([])
})
