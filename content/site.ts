// What the public pages say and show until an admin publishes other content in the dashboard: edit here, build, done.
// Limits of texts: contract/site.ts.
import type { DeliveredSite } from '../contract/responses/site.ts'

/** Each image is two files for each width, `${src}${width}.avif` and `.webp`, in content/pictures. */
const slide = (number: number) => ({
  src: `/pictures/slide-${number}-`,
  width: 960,
  height: 720,
  widths: [320, 640, 960],
})

export const site: DeliveredSite = {
  content: {
    // An image that is '' is one of those below. A portrait that is 'none' shows the logo in its place, a teaser
    // that is 'none' nothing.
    name: { brand: 'Juno Balint', owner: 'Juno Balint', logo: '' },
    // Sections of Home in their order. One without entries is not shown, logos from three on.
    home: [
      { section: 'services', isShown: true },
      { section: 'skills', isShown: true },
      { section: 'quotes', isShown: true },
      { section: 'teaser', isShown: true },
      { section: 'logos', isShown: true },
    ],
    hero: {
      greeting: 'Hello, I’m',
      role: 'Frontend Developer',
      line: 'I have 2 years of experience in Frontend.',
      button: 'Contact Us',
      leadsTo: '/contact',
    },
    stats: [
      { label: 'Experience', value: '2 Years' },
      { label: 'Projects', value: '50+' },
      { label: 'Support', value: '24/7' },
    ],
    services: {
      heading: 'Our Services',
      list: [
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
    },
    skills: {
      heading: 'Our Skills',
      list: [
        { name: 'WordPress', percentage: 92 },
        { name: 'WooCommerce', percentage: 90 },
        { name: 'HTML/CSS', percentage: 95 },
        { name: 'JavaScript', percentage: 85 },
        { name: 'React', percentage: 80 },
      ],
    },
    // { quote: '', name: '', of: '', project: 'the-id-of-a-project' }
    quotes: { heading: 'Words from clients', list: [] },
    logos: { heading: 'Clients', list: [] },
    slider: {
      title: 'Find Our Portfolio',
      button: 'GO TO PORTFOLIO',
      teaser: '',
      // The images below until three projects of your own are published, then their covers. Or one of 'images', 'featured'
      // and 'latest' for good.
      show: 'auto',
      slides: [1, 2, 3, 4, 5, 6].map((number) => ({ image: '', alt: `Slide ${number}` })),
    },
    about: {
      heading: 'Who Am I?',
      text: [
        'I am a freelance frontend and WordPress developer who also trained as a graphics designer.',
        'I build sites that load fast, read well and stay easy to edit long after launch. Most of my clients run shops, studios and small hotels, so the work is never only code: it starts with what a page has to say, and ends when the person who owns it can change a price without calling me.',
        'On a typical project I draw the interface, write the theme or the React front end, and set up the store behind it. I like plain language, careful type and a good deadline.',
      ].join('\n\n'),
      skillsHeading: 'My Skills',
      portrait: '',
    },
    contact: {
      lead: 'Tell me what you are making, who it is for and when it has to be ready.',
      // Ways to reach you other than the form, such as { kind: 'email', value: 'juno@balint.example', url: '' },
      // { kind: 'phone', value: '+47 555 01 234', url: '' } and
      // { kind: 'booking', value: 'Book 30 minutes', url: 'https://cal.example/juno' }.
      ways: [],
      // Up to two more fields of the form: { label: 'Budget', kind: 'budget', need: 'optional', choices: 'Up to 1,000\nMore' },
      // { label: 'Needed by', kind: 'date', need: 'required', choices: '' }, or the kind 'line'.
      fields: [],
    },
    links: {
      // You elsewhere: { site: 'GitHub', name: '@junobalint', url: 'https://github.com/junobalint' }.
      profiles: [],
      footer: [],
    },
    // The pages /imprint and /privacy, in Markdown; without a text there is no such page.
    legal: { imprint: '', privacy: '' },
    // Descriptions for search engines; an empty one is made of the names. The image is that of link previews.
    search: { home: '', about: '', portfolio: '', contact: '', image: '', imageAlt: '' },
    colour: { accent: '#fab82f' },
    // Or 'bookish' or 'typewriter' (contract/type-pairs.ts).
    type: { pair: 'plain' },
    // Of buttons, labels, dates and messages: 'en', 'de', 'fr', 'es', 'it', 'pt', 'nl' or 'pl'.
    language: { chosen: 'en', words: {} },
  },

  portrait: { src: '/pictures/portrait-', width: 960, height: 1200, widths: [320, 640, 960] },
  teaser: { src: '/pictures/teaser-header-', width: 1920, height: 624, widths: [640, 960, 1280, 1920] },
  slides: [slide(1), slide(2), slide(3), slide(4), slide(5), slide(6)],

  // Your own mark, in the colour of the text around it, with one dot in that of the marker. Where it is null, or the brand
  // is another one, a monogram is set from the brand's initials.
  logo: {
    brand: 'Juno Balint',
    viewBox: '4 2 60 60',
    filled: [],
    stroked: [
      'M23 23V46.5C23 52.5 19.5 56.25 13.5 56.25H9',
      'M35.5 7V49',
      'M57 34.5a10.75 10.75 0 1 1-21.5 0a10.75 10.75 0 1 1 21.5 0z',
    ],
    strokeWidth: 7.5,
    dot: { x: 23, y: 12.25, radius: 5.25 },
  },
}
