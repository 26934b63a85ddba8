// Texts and images of About, Portfolio and Contact until an admin publishes others. Only the server reads them.
import { portrait, site } from './site.ts'

const { name } = site.owner

/** Descriptions are what search engines and link previews show; 110 to 155 characters each. */
export const about = {
  description: `Who ${name} is: a freelance frontend and WordPress developer, trained as a graphics designer, building for shops, studios and hotels.`,
  heading: 'Who Am I?',
  paragraphs: [
    'I am a freelance frontend and WordPress developer who also trained as a graphics designer.',
    'I build sites that load fast, read well and stay easy to edit long after launch. Most of my clients run shops, studios and small hotels, so the work is never only code: it starts with what a page has to say, and ends when the person who owns it can change a price without calling me.',
    'On a typical project I draw the interface, write the theme or the React front end, and set up the store behind it. I like plain language, careful type and a good deadline.',
  ],
  image: portrait,
  skillsHeading: 'My Skills',
}

export const portfolio = {
  description: `Websites, online shops, interfaces and brands made by ${name}. Filter the projects by category and open each one in a live preview.`,
}

export const contact = {
  description: `Write to ${name} about a website, an online shop or an interface: what you are making, who it is for and when it has to be ready.`,
  lead: 'Tell me what you are making, who it is for and when it has to be ready.',
}
