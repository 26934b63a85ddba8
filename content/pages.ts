// Texts and images of About and Contact until an admin publishes others. Only the server reads them.
import { portrait } from './site.ts'

export const about = {
  heading: 'Who Am I?',
  paragraphs: [
    'I am a freelance frontend and WordPress developer who also trained as a graphics designer.',
    'I build sites that load fast, read well and stay easy to edit long after launch. Most of my clients run shops, studios and small hotels, so the work is never only code: it starts with what a page has to say, and ends when the person who owns it can change a price without calling me.',
    'On a typical project I draw the interface, write the theme or the React front end, and set up the store behind it. I like plain language, careful type and a good deadline.',
  ],
  image: portrait,
  skillsHeading: 'My Skills',
}

export const contact = {
  lead: 'Tell me what you are making, who it is for and when it has to be ready.',
}
