// What Home says and shows, the names that every page needs, and ways to reach you: edit here, build, done. Texts of the
// other pages are in pages.ts.

// The mark of another brand is its monogram, or what you draw in logo.ts.
const brand = 'Juno Balint'
const owner = 'Juno Balint'

/** An image stored as two files for each width: `${src}-${width}.avif` and `.webp` in content/pictures. */
export interface Raster {
  /** Address without width and ending, such as /pictures/portrait. */
  src: string
  /** Pixels of the largest file; together they give the shape, so that nothing jumps while loading. */
  width: number
  height: number
  /** Pixels, smallest first. */
  widths: readonly number[]
}

/** An empty alt marks an image that only decorates. */
export interface SiteImage extends Raster {
  alt: string
}

export interface Stat {
  label: string
  value: string
}

export interface Service {
  title: string
  description: string
  icon: 'web' | 'design' | 'store'
}

export interface Skill {
  name: string
  /** 0 to 100. */
  percentage: number
}

export interface Site {
  language: string
  brand: string
  owner: { name: string; role: string }
  /** Without an image, the monogram stands in the plate. */
  hero: { greeting: string; line: string; button: string; image: SiteImage | null }
  stats: readonly Stat[]
  servicesHeading: string
  services: readonly Service[]
  skillsHeading: string
  skills: readonly Skill[]
  teaser: { title: string; button: string; image: SiteImage }
  /** The slider names them 'Slide 1', 'Slide 2' and so on. */
  slides: readonly { image: Raster }[]
}

/** What is null or empty is shown nowhere. */
export interface ContactWays {
  email: string | null
  /** As people write it; the link takes its digits. */
  phone: string | null
  /** Where visitors book a call; `label` such as 'Book 30 minutes', `url` https. */
  booking: { label: string; url: string } | null
  /** The owner elsewhere: { site: 'GitHub', name: '@junobalint', url: 'https://github.com/junobalint' }. */
  profiles: readonly { site: string; name: string; url: string }[]
}

export const portrait: SiteImage = {
  src: '/pictures/portrait',
  width: 960,
  height: 1200,
  widths: [320, 640, 960],
  alt: `Portrait of ${owner}`,
}

const slide = (number: number): { image: Raster } => ({
  image: { src: `/pictures/slide-${number}`, width: 960, height: 720, widths: [320, 640, 960] },
})

export const site: Site = {
  language: 'en',
  brand,
  owner: { name: owner, role: 'Frontend Developer' },

  hero: {
    greeting: 'Hello, I’m',
    line: 'I have 2 years of experience in Frontend.',
    button: 'Contact Us',
    image: portrait,
  },
  stats: [
    { label: 'Experience', value: '2 Years' },
    { label: 'Projects', value: '50+' },
    { label: 'Support', value: '24/7' },
  ],

  servicesHeading: 'Our Services',
  services: [
    {
      title: 'Web Development',
      description: 'High-performance websites with clean code and strong SEO fundamentals.',
      icon: 'web',
    },
    {
      title: 'UI/UX Design',
      description: 'Modern, intuitive interfaces that engage and convert.',
      icon: 'design',
    },
    {
      title: 'Wordpress Development',
      description: 'Customized online stores on a WordPress CMS. Speak to the experts.',
      icon: 'store',
    },
  ],

  skillsHeading: 'Our Skills',
  skills: [
    { name: 'WordPress', percentage: 92 },
    { name: 'WooCommerce', percentage: 90 },
    { name: 'HTML/CSS', percentage: 95 },
    { name: 'JavaScript', percentage: 85 },
    { name: 'React', percentage: 80 },
  ],

  teaser: {
    title: 'Find Our Portfolio',
    button: 'GO TO PORTFOLIO',
    image: {
      src: '/pictures/teaser-header',
      width: 1920,
      height: 624,
      widths: [640, 960, 1280, 1920],
      alt: '',
    },
  },
  slides: [slide(1), slide(2), slide(3), slide(4), slide(5), slide(6)],
}

/**
 * Ways to reach the owner other than the form: on Contact, and profiles in the footer. Imprint and Privacy are written in
 * imprint.md and privacy.md next to this file. All of these are read by the server alone, at its start.
 */
export const contactWays: ContactWays = {
  email: null,
  phone: null,
  booking: null,
  profiles: [],
}
