// What differs between two versions of the site's content: by field, and within a text by word.
import { diffArrays } from 'diff'
import type { DeliveredImages } from '../../../contract/responses/site.ts'
import { serviceDrawings } from '../../../contract/service-icons.ts'
import type { SiteContent } from '../../../contract/site.ts'
import { shownImages } from './site-images.ts'
import { sliderShows } from './site-slides.tsx'

export interface Piece {
  text: string
  isChanged: boolean
}

export interface TextDifference {
  field: string
  before: Piece[]
  after: Piece[]
}

/** URLs; null where an image is drawn, or there is none. */
export interface ImageDifference {
  field: string
  images: { before: string | null; after: string | null }
}

export type Difference = TextDifference | ImageDifference

export function differences(
  before: SiteContent,
  after: SiteContent,
  delivered: DeliveredImages,
): Difference[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const [oldImages, images] = [shownImages(before, delivered), shownImages(after, delivered)]
  return [
    ...Object.entries(now)
      .filter(([field, text]) => old[field] !== text)
      .map(([field, text]) => ({ field, ...byWord(old[field] ?? '', text) })),
    ...Object.entries(images)
      .filter(([field, url]) => oldImages[field] !== url)
      .map(([field, url]) => ({ field, images: { before: oldImages[field] ?? null, after: url } })),
  ]
}

/** Each text under the name that the form gives it; a list is one text. */
function fieldsOf({
  name,
  hero,
  stats,
  services,
  skills,
  slider,
  about,
  contact,
  links,
  search,
  colour,
}: SiteContent) {
  return {
    Brand: name.brand,
    'Your name': name.owner,
    'Hero, greeting': hero.greeting,
    'Hero, role': hero.role,
    'Hero, line': hero.line,
    'Hero, button': `${hero.button} (leads to ${hero.leadsTo})`,
    Stats: listed(stats.map(({ label, value }) => `${label}: ${value}`)),
    'Services, heading': services.heading,
    Services: listed(
      services.list.map(
        ({ title, description, icon }) => `${title} (${serviceDrawings[icon].name}): ${description}`,
      ),
    ),
    'Skills, heading': skills.heading,
    Skills: skills.list.map(({ name, percentage }) => `${name} ${percentage}%`).join(', '),
    'Slider, heading': slider.title,
    'Slider, button': slider.button,
    'Slider, shows': sliderShows.find(({ value }) => value === slider.show)?.label ?? '',
    'Slider, descriptions': listed(slider.slides.map(({ alt }) => alt)),
    'About, heading': about.heading,
    'About, text': about.text,
    'About, heading of the skills': about.skillsHeading,
    'Contact, lead': contact.lead,
    'Contact, ways': listed(
      contact.ways.map(({ kind, value, url }) => [kind, value, url].filter(Boolean).join(' ')),
    ),
    'Links, profiles': listed(links.profiles.map(({ site, name, url }) => `${site} ${name} ${url}`)),
    'Links, footer': listed(links.footer.map(({ label, url }) => `${label} ${url}`)),
    'Description of Home': search.home,
    'Description of About': search.about,
    'Description of Portfolio': search.portfolio,
    'Description of Contact': search.contact,
    'Description of the share image': search.imageAlt,
    'Accent colour': colour.accent,
  } as Record<string, string>
}

const listed = (lines: string[]) => lines.join('\n')

/** The longest common run of words in their order stays. */
function byWord(before: string, after: string): Pick<TextDifference, 'before' | 'after'> {
  const parts = diffArrays(splitWords(before), splitWords(after)).map(({ value, added, removed }) => ({
    piece: { text: value.join(''), isChanged: added || removed },
    added,
    removed,
  }))
  return {
    before: shortened(parts.filter(({ added }) => !added).map(({ piece }) => piece)),
    after: shortened(parts.filter(({ removed }) => !removed).map(({ piece }) => piece)),
  }
}

/** A word with the space after it. */
const splitWords = (text: string) => text.match(/\S+\s*/g) ?? []

/** Words that stay, on each side of a change. */
const context = 8

function shortened(pieces: Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    const words = splitWords(piece.text)
    if (piece.isChanged || words.length <= 2 * context + 4) return piece
    const head = index === 0 ? '' : words.slice(0, context).join('')
    const tail = index === pieces.length - 1 ? '' : words.slice(-context).join('')
    return { ...piece, text: `${head}... ${tail}` }
  })
}
