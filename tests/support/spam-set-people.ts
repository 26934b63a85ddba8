// The people that the weights were set with: 140 messages, each as somebody would write to a freelancer.
import { type Arrival, anyIp, type Dice, lower } from './spam-set-dice.ts'

type How = 'typed' | 'typed fast' | 'pasted' | 'autofilled' | 'cached page'

/** Milliseconds from the page to Send. */
const times: Record<How, readonly [number, number] | null> = {
  typed: [40_000, 600_000],
  'typed fast': [6_000, 15_000],
  pasted: [3_000, 8_000],
  autofilled: [2_600, 6_000],
  // An older page that reports no time.
  'cached page': null,
}

export type Written = [name: string, subject: string | null, message: string]

/** Each text is of one person, who writes again, adds something, and quotes what was there. */
export function writers(dice: Dice, kind: string, count: number, texts: readonly Written[]): Arrival[] {
  const persons = texts.map(() => ({
    email: `${dice.letters(lower, 4, 9)}@${dice.pick(['example.org', 'studio.example', 'post.example'])}`,
    ip: anyIp(dice),
  }))
  return Array.from({ length: count }, (_, n) => {
    const at = n % texts.length
    const [name, subject, message] = texts[at] as Written
    const how = dice.pick(Object.keys(times) as How[])
    const [from, to] = times[how] ?? [0, 0]
    const person = {
      kind: `${kind}, ${how}`,
      isBot: false,
      ...(persons[at] as (typeof persons)[number]),
      name,
      subject,
      message: n < texts.length ? message : `${dice.pick(again)} ${dice.whole(2, 400)}\n\n${message}`,
      fromBrowser: true,
    }
    return times[how] ? { ...person, elapsed: dice.whole(from, to) } : person
  })
}

const again = [
  'Did you get this?',
  'One more thing: room',
  'I forgot, house number',
  'Budget in hundreds:',
  'Ref.',
]

const short: Written[] = [
  ['Ines', 'Availability', 'Hi, are you free in June?'],
  ['Tom B.', null, 'How much is a logo?'],
  ['Priya Raman', 'Call', 'Can you call me? 030 1234567'],
  ['Lou', 'hi', 'hello, do you do shopify'],
  ['Mr. Okafor', 'Price', 'Price for 5 pages please.'],
  ['K', 'test', 'Does this form work?'],
  ['Ana', 'Thanks!', 'Thank you so much, it looks lovely.'],
]
const briefs: Written[] = [
  [
    'Greta Solheim',
    'New site for a small museum',
    'We are a museum of rope and rigging with eleven rooms and one very old website. We would like to open a new one in May. It should have opening hours, a calendar, and a page for each room. Could you tell us how you work and whether spring is still free? Our site is https://museum.oldquay.example',
  ],
  [
    'Bram de Wit',
    'WooCommerce checkout is slow',
    'It takes eleven seconds from the cart to the payment page. We sell coffee, about 300 orders a week. I have access to the hosting. See https://shop.dewit.example/checkout',
  ],
  [
    'Lucía Ferrer',
    'Portfolio site, three languages',
    'Somos cinco arquitectos con doce años de obra. We have about 60 buildings to show, with drawings. Plain, quick, and easy for us to update. We like what you did for Fjordlys.',
  ],
  [
    'Henrik Dahl',
    'Forwarded: relaunch brief',
    '---------- Forwarded message ----------\nFrom: Maja\nTo: Henrik\n\nHere is everything for the relaunch:\nDesigns: https://www.figma.com/file/abc123/relaunch\nTexts: https://docs.google.com/document/d/1a2b3c\nPhotos: https://www.dropbox.com/sh/xyz\nOld site: https://dahl-boats.example\nA site we like: https://lovely.example\n\nCould he give us a price until Friday?',
  ],
  [
    'Noémie Caron',
    'Refonte',
    "Bonjour, je cherche quelqu'un pour refaire le site de notre théâtre avant la rentrée : programme, billetterie, newsletter. Avez-vous de la place en avril ? Notre site actuel : www.theatre-caron.example",
  ],
  [
    'Sam Reed',
    'SEO and speed',
    'Our developer left and our Google rankings dropped after the relaunch. Could you look at the redirects and the SEO of the old blog posts? We use WordPress with Yoast. The traffic went from 4,000 to 900 visits a month. https://reedgarden.example',
  ],
]
const angry: Written[] = [
  [
    'Dirk',
    'YOUR INVOICE',
    'THIS IS THE SECOND TIME!!! The invoice is WRONG again and nobody answers. CALL ME TODAY!!!',
  ],
  [
    'unhappy client',
    'site down',
    'my site is down since yesterday and i am losing money, what is going on??? please answer!!!!',
  ],
  [
    'M. Jansen',
    'Complaint',
    'You promised the texts by Monday. It is Thursday. I want my money back, or the site online by noon.',
  ],
]
const otherScripts: Written[] = [
  [
    'ليلى حداد',
    'موقع جديد',
    'مرحبا، أبحث عن مصمم لموقع عيادة صغيرة في عمّان. هل أنت متاح الشهر القادم؟ وكم تكلفة موقع من خمس صفحات؟',
  ],
  [
    '王芳',
    '网站设计',
    '您好，我们是一家小型陶瓷工作室，想做一个简单的网站展示作品。请问您什么时候有空？大概需要多少费用？',
  ],
  [
    'Ольга Петрова',
    'Сайт для студии',
    'Здравствуйте! У нас небольшая студия керамики, нужен простой сайт с фотографиями и формой записи. Сколько это стоит и когда вы могли бы начать? Наш сайт сейчас: https://keramika.example',
  ],
  ['Андрій', 'Питання', 'Доброго дня, чи берете ви невеликі проєкти? Потрібно перенести блог на WordPress.'],
  [
    '佐藤 健',
    'お問い合わせ',
    'はじめまして。小さなカフェのホームページを作りたいのですが、ご相談できますか。写真はこちらにあります https://cafe.example',
  ],
  ['Νίκος', 'Ιστοσελίδα', 'Καλησπέρα, χρειάζομαι μια ιστοσελίδα για τον ξενώνα μου. Ποιο είναι το κόστος;'],
]

export function people(dice: Dice): Arrival[] {
  return [
    ...writers(dice, 'short', 40, short),
    ...writers(dice, 'brief', 50, briefs),
    ...writers(dice, 'angry', 20, angry),
    ...writers(dice, 'other script', 30, otherScripts),
  ]
}
