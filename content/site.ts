// Everything the public pages say and show that is not a portfolio item: edit here, build, done.

const brand = 'Juno Balint'
const owner = 'Juno Balint'

/** A picture kept as several WebP files, one for each width: `${src}-${width}.webp` in content/pictures. */
export interface Raster {
  /** Address without width and ending, such as /pictures/portrait. */
  src: string
  /** Pixels of the largest file; together they give the shape, so that nothing jumps while loading. */
  width: number
  height: number
  /** Pixels, smallest first. */
  widths: readonly number[]
}

/** An empty alt marks a picture that only decorates. */
export interface Picture extends Raster {
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
  /** What search engines and link previews show; 110 to 155 characters each. */
  descriptions: { home: string; about: string; portfolio: string; contact: string }
  /** Shown by link previews of every page without a picture of its own. */
  shareImage: { src: string; width: number; height: number; alt: string }
  /** Addresses of the owner's profiles elsewhere, for the structured data. */
  sameAs: readonly string[]
  hero: { greeting: string; line: string; button: string; image: Picture }
  stats: readonly Stat[]
  servicesHeading: string
  services: readonly Service[]
  skillsHeading: string
  skills: readonly Skill[]
  teaser: { title: string; button: string; image: Picture }
  /** The slider names them 'Slide 1', 'Slide 2' and so on. */
  slides: readonly { picture: Raster }[]
  about: { heading: string; paragraphs: readonly string[]; image: Picture; skillsHeading: string }
  contact: { lead: string }
}

const portrait: Picture = {
  src: '/pictures/portrait',
  width: 960,
  height: 1200,
  widths: [320, 640, 960],
  alt: `Portrait of ${owner}`,
}

const slide = (number: number): { picture: Raster } => ({
  picture: { src: `/pictures/slide-${number}`, width: 960, height: 720, widths: [320, 640, 960] },
})

export const site: Site = {
  language: 'en',
  brand,
  owner: { name: owner, role: 'Frontend Developer' },
  descriptions: {
    home: `${owner} is a freelance frontend and WordPress developer who designs and builds fast websites, clear interfaces and online shops.`,
    about: `Who ${owner} is: a freelance frontend and WordPress developer, trained as a graphics designer, building for shops, studios and hotels.`,
    portfolio: `Websites, online shops, interfaces and brands made by ${owner}. Filter the projects by category and open each one in a live preview.`,
    contact: `Write to ${owner} about a website, an online shop or an interface: what you are making, who it is for and when it has to be ready.`,
  },
  shareImage: { src: '/pictures/og.png', width: 1200, height: 630, alt: `Monogram and portrait of ${owner}` },
  sameAs: [],

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

  about: {
    heading: 'Who Am I?',
    paragraphs: [
      'I am a freelance frontend and WordPress developer who also trained as a graphics designer.',
      'I build sites that load fast, read well and stay easy to edit long after launch. Most of my clients run shops, studios and small hotels, so the work is never only code: it starts with what a page has to say, and ends when the person who owns it can change a price without calling me.',
      'On a typical project I draw the interface, write the theme or the React front end, and set up the store behind it. I like plain language, careful type and a good deadline.',
    ],
    image: portrait,
    skillsHeading: 'My Skills',
  },

  contact: {
    lead: 'Tell me what you are making, who it is for and when it has to be ready.',
  },
}
