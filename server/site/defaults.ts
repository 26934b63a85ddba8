// The site's content before anything is published: that of content/, which the build contains.
// As namespaces: one that a file no longer exports is then an error of checkContent, and not of the bundler.
import * as logoFile from '../../content/logo.ts'
import * as pagesFile from '../../content/pages.ts'
import type { ContactWays, Raster, Site, SiteImage } from '../../content/site.ts'
import * as siteFile from '../../content/site.ts'
import { isPhone, type SiteContent } from '../../contract/site.ts'
import { deliveredColour } from '../../contract/site-colour.ts'
import { deliveredImage } from '../../contract/site-images.ts'
import { looksLikeEmail } from '../../contract/text.ts'
import { ConfigError } from '../config.ts'
import { checkContent } from './content-schema.ts'

/** What a site shows unless a published version says otherwise, and what no version changes. */
export interface SiteDefaults {
  language: string
  content: SiteContent
  logo: logoFile.Logo | null
  /** Null: the monogram stands in the hero's plate. */
  portrait: SiteImage | null
  aboutImage: SiteImage
  teaser: SiteImage
  slides: readonly Raster[]
}

/** @throws ConfigError naming the field of content/ that is missing or invalid. */
export function contentDefaults(
  own: Site = siteFile.site,
  ways: ContactWays = siteFile.contactWays,
): SiteDefaults {
  const { about, contact } = pagesFile
  const { logo } = logoFile
  checkContent('site.ts', { site: own, contactWays: ways })
  checkContent('pages.ts', { about, contact })
  checkContent('logo.ts', { logo })
  return {
    language: own.language,
    content: {
      name: { brand: own.brand, owner: own.owner.name, logo: deliveredImage },
      hero: {
        greeting: own.hero.greeting,
        role: own.owner.role,
        line: own.hero.line,
        button: own.hero.button,
        leadsTo: '/contact',
      },
      stats: [...own.stats],
      services: { heading: own.servicesHeading, list: [...own.services] },
      skills: { heading: own.skillsHeading, list: [...own.skills] },
      slider: {
        title: own.teaser.title,
        button: own.teaser.button,
        teaser: deliveredImage,
        show: 'images',
        slides: own.slides.map((_, at) => ({ image: `${at + 1}`, alt: `Slide ${at + 1}` })),
      },
      about: {
        heading: about.heading,
        text: about.paragraphs.join('\n\n'),
        skillsHeading: about.skillsHeading,
        portrait: deliveredImage,
      },
      contact: { lead: contact.lead, ways: waysOf(ways) },
      links: { profiles: profilesOf(ways), footer: [] },
      search: {
        home: '',
        about: '',
        portfolio: '',
        contact: '',
        image: deliveredImage,
        imageAlt: '',
      },
      colour: deliveredColour,
    },
    logo,
    portrait: own.hero.image,
    aboutImage: about.image,
    teaser: own.teaser.image,
    slides: own.slides.map(({ image }) => image),
  }
}

function waysOf({ email, phone, booking }: ContactWays): SiteContent['contact']['ways'] {
  const ways: SiteContent['contact']['ways'] = []
  if (email) {
    if (!looksLikeEmail(email)) throw wrong('email', email, 'an email address')
    ways.push({ kind: 'email', value: email, url: '' })
  }
  if (phone) {
    if (!isPhone(phone)) throw wrong('phone', phone, 'a phone number such as +47 555 01 234')
    ways.push({ kind: 'phone', value: phone, url: '' })
  }
  if (booking) ways.push({ kind: 'booking', value: booking.label, url: httpsUrl('booking.url', booking.url) })
  return ways
}

function profilesOf({ profiles }: ContactWays): SiteContent['links']['profiles'] {
  return profiles.map(({ site, name, url }) => ({ site, name, url: httpsUrl('profiles', url) }))
}

/** Absolute, https, without a name and password in it. */
function httpsUrl(field: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.username || url.password || !/^https:\/\//i.test(text))
    throw wrong(field, text, 'a link that begins with https://')
  return url.href
}

function wrong(field: string, value: string, wanted: string): ConfigError {
  return new ConfigError(`content/site.ts: contactWays.${field} is "${value}"; it must be ${wanted}.`)
}
