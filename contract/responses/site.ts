// Responses of the site editor, and what the pages show of the site's content.
import * as z from 'zod/mini'
import { fieldKinds, heroTargets, siteContent, siteSections } from '../site.ts'
import { typePairs } from '../type-pairs.ts'
import { languages } from '../words/languages.ts'
import { doneWith } from './done.ts'

export const siteVersion = z.object({
  /** 0 is the content of the files of content/, which is always there. */
  version: z.number(),
  /** ISO 8601 UTC; null for version 0. */
  publishedAt: z.nullable(z.string()),
  /** The name of that time; null for version 0. */
  author: z.nullable(z.string()),
  /** What differs from the version before. */
  changed: z.array(z.enum(siteSections)),
})
export type SiteVersion = z.infer<typeof siteVersion>

export const storedSite = z.extend(siteVersion, { content: siteContent })
export type StoredSite = z.infer<typeof storedSite>

/** What is shown where the content names no upload. URLs of files for small images in the editor. */
export const deliveredImages = z.object({
  portrait: z.string(),
  teaser: z.string(),
  slides: z.array(z.string()),
})
export type DeliveredImages = z.infer<typeof deliveredImages>

const list = <Entry extends z.ZodMiniType>(entry: Entry) => z.readonly(z.array(entry))

/** An image of the site, stored as two files for each width: `${src}${width}.avif` and `.webp`. */
const raster = z.object({
  /** URL up to the width. */
  src: z.string(),
  /** Pixels of the largest file; together they give the shape, so that nothing jumps while loading. */
  width: z.number(),
  height: z.number(),
  /** Pixels, smallest first. */
  widths: list(z.number()),
})
export type Raster = z.infer<typeof raster>

/** An empty alt marks an image that only decorates. */
export const siteImage = z.extend(raster, {
  alt: z.string(),
  /** Of a project's cover, in percent: what stays in view where it is cropped. */
  focal: z.optional(z.object({ focalX: z.number(), focalY: z.number() })),
})
export type SiteImage = z.infer<typeof siteImage>

/** A monogram, drawn in the colour of the text around it, with its dot in the marker's. */
export const mark = z.object({
  /** As in SVG: left, top, width, height. */
  viewBox: z.string(),
  /** Outlines to be filled, and lines to be stroked: path data each. */
  filled: list(z.string()),
  stroked: list(z.string()),
  strokeWidth: z.number(),
  dot: z.object({ x: z.number(), y: z.number(), radius: z.number() }),
  /** URL of an uploaded logo, which is drawn instead of all that; absent without one. */
  image: z.optional(z.string()),
})
export type Mark = z.infer<typeof mark>

/** The owner's name in the hero. */
const heroName = z.object({
  /** One or two, which joined are the name. */
  lines: list(z.string()),
  /** Above 960 px the second line is a line of its own; otherwise it follows the first. */
  isBrokenWide: z.boolean(),
  isBrokenNarrow: z.boolean(),
  /** Its width is an upper bound only, so that it may wrap. */
  mayWrap: z.boolean(),
})

/** For `lang` and `dir` of an element that holds a name. */
export const language = z.object({ lang: z.optional(z.string()), dir: z.optional(z.literal('rtl')) })
export type Language = z.infer<typeof language>

export const brand = z.object({
  /** That of the site's texts, for the document and its dates. */
  language: z.enum(languages),
  name: z.string(),
  /** For narrow bars: first name and initial. Null where the whole name is short enough. */
  shortName: z.nullable(z.string()),
  nameLanguage: language,
  owner: z.object({ name: z.string(), role: z.string(), language, roleLanguage: language }),
  /** An image of the owner as several WebP files, `${src}${width}.webp`; null shows the mark instead. */
  portrait: z.nullable(siteImage),
  hero: heroName,
  mark,
  /** The part of the mark that the account pages show, as a viewBox; null for an uploaded one, which is placed by hand. */
  art: z.nullable(z.string()),
  pair: z.enum(typePairs),
  /** Rules that depend on the name: the hero's measures and the faces that only this name needs. */
  css: z.string(),
  /** URLs of those faces. */
  fonts: list(z.string()),
  /** Path of an uploaded image for link previews; absent where the drawn one is shown. */
  shareImage: z.optional(z.string()),
  /** What it shows, empty where that is not known; absent as the path is. */
  shareAlt: z.optional(z.string()),
})
export type Brand = z.infer<typeof brand>

export const contactWay = z.object({
  kind: z.enum(['email', 'phone', 'booking', 'profile']),
  /** What it is: "Email", "GitHub". */
  label: z.string(),
  /** As visitors read it: an email address, a number, a name. */
  value: z.string(),
  /** mailto:, tel: or https: */
  href: z.string(),
})
export type ContactWay = z.infer<typeof contactWay>

const pageLink = z.object({ label: z.string(), href: z.string() })

/** What every page needs: all contact ways, and the lists of links in the footer. An empty list is left out. */
export const reach = z.object({ ways: list(contactWay), footer: list(list(pageLink)) })
export type Reach = z.infer<typeof reach>

const markdownTag = z.enum([
  ...(['h2', 'h3', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr'] as const),
  ...(['em', 'strong', 'code', 'a', 'br'] as const),
])
export type MarkdownTag = z.infer<typeof markdownTag>

const markdownElement = z.object({
  tag: markdownTag,
  href: z.optional(z.string()),
  /** The number of an `li` that does not follow the one before. */
  value: z.optional(z.number()),
  get children(): z.ZodMiniOptional<
    z.ZodMiniArray<z.ZodMiniUnion<[z.ZodMiniString, typeof markdownElement]>>
  > {
    return z.optional(z.array(z.union([z.string(), markdownElement])))
  },
})
/** Text, or an element with what is in it. */
export const markdownNode = z.union([z.string(), markdownElement])
export type MarkdownNode = z.infer<typeof markdownNode>

/** A drawn mark, for the brand that it was drawn for: any other one gets its monogram. */
const logo = z.extend(z.omit(mark, { image: true }), { brand: z.string() })
export type Logo = z.infer<typeof logo>

/** content/site.ts: what a site shows until other content is published, and what no published version changes. */
export const deliveredSite = z.object({
  content: siteContent,
  portrait: raster,
  teaser: raster,
  slides: list(raster),
  logo: z.nullable(logo),
})
export type DeliveredSite = z.infer<typeof deliveredSite>

/** A line drawing on a square of 88: path data for each way of drawing. */
export const drawing = z.object({
  /** Filled with the marker, under the lines. */
  marked: z.string(),
  lines: z.string(),
  /** Short strokes, drawn as dots. */
  dots: z.optional(z.string()),
  /** Filled with the paper, over the lines. */
  paper: z.optional(z.string()),
})
export type Drawing = z.infer<typeof drawing>

export const serviceView = z.object({ title: z.string(), description: z.string(), drawing })
export type ServiceView = z.infer<typeof serviceView>

export const skill = z.object({
  name: z.string(),
  /** 0 to 100. */
  percentage: z.number(),
})
export type Skill = z.infer<typeof skill>

const skills = z.object({ heading: z.string(), list: z.array(skill) })

const heading = { heading: z.string() }

/** A section of Home, with what it shows. */
export const homeSection = z.discriminatedUnion('section', [
  z.object({ section: z.literal('services'), ...heading, list: z.array(serviceView) }),
  z.object({ section: z.literal('skills'), ...skills.shape }),
  z.object({
    section: z.literal('quotes'),
    ...heading,
    list: z.array(
      z.object({
        ...{ quote: z.string(), name: z.string(), of: z.string() },
        /** The id of a published project. */
        project: z.nullable(z.string()),
      }),
    ),
  }),
  z.object({
    section: z.literal('teaser'),
    ...{ title: z.string(), button: z.string(), image: z.nullable(siteImage), slides: z.array(siteImage) },
  }),
  z.object({
    section: z.literal('logos'),
    ...heading,
    list: z.array(z.object({ src: z.string(), width: z.number(), height: z.number(), alt: z.string() })),
  }),
])
export type HomeSectionView = z.infer<typeof homeSection>

export const homeView = z.object({
  /** What search engines and link previews show, as in each view. */
  description: z.string(),
  hero: z.object({
    greeting: z.string(),
    line: z.string(),
    button: z.string(),
    leadsTo: z.enum(heroTargets),
  }),
  stats: z.array(z.object({ label: z.string(), value: z.string() })),
  /** What is shown below the hero, in this order. */
  sections: z.array(homeSection),
})
export type HomeView = z.infer<typeof homeView>

export const aboutView = z.object({
  description: z.string(),
  heading: z.string(),
  text: list(markdownNode),
  /** Null: the mark stands in its place. */
  image: z.nullable(siteImage),
  skills,
})
export type AboutView = z.infer<typeof aboutView>

export const contactView = z.object({
  description: z.string(),
  lead: z.string(),
  /** Of the content. */
  version: z.number(),
  /** What the form asks beside name, email, subject and message. */
  fields: z.array(
    z.object({
      label: z.string(),
      kind: z.enum(fieldKinds),
      isRequired: z.boolean(),
      /** Of a budget. */
      choices: z.array(z.string()),
    }),
  ),
})
export type ContactView = z.infer<typeof contactView>
export type ContactField = ContactView['fields'][number]

/** The words of the site's language by the English ones, where they are others. */
const siteWords = z.record(z.string(), z.string())

/** A draft as its pages show it. */
export const sitePreview = z.object({
  brand,
  words: siteWords,
  reach,
  home: homeView,
  about: aboutView,
  contact: contactView,
  /** Empty where nothing is written. */
  legal: z.record(z.enum(['imprint', 'privacy']), list(markdownNode)),
  /** What is drawn where nothing is uploaded: the mark, and the image for link previews as SVG without its photograph. */
  drawn: z.object({ mark, share: z.string() }),
})
export type SitePreview = z.infer<typeof sitePreview>

export const siteResponses = {
  'GET /api/admin/site': z.extend(storedSite, { delivered: deliveredImages }),
  'PUT /api/admin/site': doneWith({ published: siteVersion }),
  'GET /api/admin/site/versions': z.object({ versions: z.array(siteVersion) }),
  'GET /api/admin/site/versions/:version': storedSite,
  'POST /api/admin/site/preview': sitePreview,
  'POST /setup/preview': sitePreview,
}
