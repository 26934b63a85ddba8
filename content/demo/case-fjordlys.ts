// The case study of the first demo project. Its images and its video are named by their files, relative to this folder.
import type { Block, Fact } from '../../contract/case-study.ts'

export interface DemoCaseStudy extends Record<Fact, string> {
  blocks: readonly Block[]
}

const file = (name: string) => `case-fjordlys/${name}`
const picture = (name: string, alt: string) => ({ image: file(`${name}.webp`), alt })

export const caseFjordlys: DemoCaseStudy = {
  summary: 'A booking site for nine rooms at the end of a fjord road, quiet enough to hear the water.',
  role: 'Design and front end',
  year: '2025',
  client: 'Fjordlys Hotel, Norway',
  tools: 'WordPress, Figma',
  blocks: [
    {
      kind: 'picture',
      size: 'wide',
      pictures: [picture('home', 'Home page of the hotel: mountains at dusk and a booking bar')],
      caption:
        'The home page takes its light from the clock in Bergen. This is four in the afternoon, late August.',
    },
    {
      kind: 'text',
      heading: 'What was asked',
      text: `Fjordlys is the last house on a road that stops at the water. Most guests came through two booking portals, which took a fifth of every night and showed the hotel next to forty others.

Ingrid Solvik, who runs it, wanted three things: rooms that can be told apart, a calendar that never lies, and a page that opens on the ferry, where the signal is poor.`,
    },
    {
      kind: 'picture',
      size: 'pair',
      pictures: [
        picture('rooms', 'Three rooms with their views and prices'),
        picture('phones', 'The site on two phones: first screen and calendar'),
      ],
      caption: 'Rooms are named after what they look at. Dates are two taps away.',
    },
    {
      kind: 'quote',
      text: 'Guests now arrive knowing the ferry time, the dinner and the name of the dog. I answer half the emails.',
      name: 'Ingrid Solvik',
      of: 'Fjordlys Hotel',
    },
    {
      kind: 'comparison',
      before: { ...picture('before', 'The site of 2011'), label: 'Before, 2011' },
      after: { ...picture('after', 'The site of 2025'), label: 'After, 2025' },
      caption: 'Booking was a form to print and fax. Now it is a bar at the foot of the first screen.',
    },
    {
      kind: 'text',
      heading: 'One calendar, no lies',
      text: `Nights are taken from the same book that lies on the kitchen table: Ingrid marks a day on her phone, and the site knows within a second.

Closed days are struck through instead of greyed out, so they read without colour.

- 0.9 seconds to the first picture on a slow line
- 58 percent direct bookings, up from 31
- No cookies, so no banner`,
    },
    {
      kind: 'picture',
      size: 'half',
      pictures: [picture('calendar', 'Calendar of September with three nights chosen')],
      caption: 'September, with the nights of a real guest.',
    },
    {
      kind: 'video',
      source: file('day.mp4'),
      poster: file('night.webp'),
      caption: 'The same page over a day, from late afternoon to northern lights.',
    },
    {
      kind: 'gallery',
      pictures: [
        picture('palette', 'Five colours of an August afternoon'),
        picture('type', 'The typeface with its Nordic letters'),
        picture('winter', 'The hotel in winter'),
        picture('key', 'Key tag of the room Naust'),
        picture('house', 'The two houses at night'),
      ],
      caption: '',
    },
  ],
}
