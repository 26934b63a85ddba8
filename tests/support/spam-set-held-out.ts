// What was held out while the weights were set: other campaigns, 300 messages, and other people, 60.

import { campaign } from './spam-set-bots.ts'
import { type Arrival, type Dice, lower, spun } from './spam-set-dice.ts'
import { type Written, writers } from './spam-set-people.ts'

const site = (dice: Dice) => `${dice.letters(lower, 6, 12)}.${dice.pick(['info', 'club', 'shop', 'site'])}`

export function heldOutBots(dice: Dice): Arrival[] {
  return [
    ...campaign(dice, 'guest post', 60, 'patient', 40, () => ({
      subject: spun(dice, '{Guest post|Collaboration|Sponsored article} {request|inquiry|opportunity}'),
      message: spun(
        dice,
        `{Hi|Hello}, I {came across|love} your {blog|site} and would {like|love} to {contribute|publish} a guest post with {one|a} do-follow backlink. {We pay|What do you charge} for a sponsored {post|article}? Our {writers|team} {cover|write about} {home|roof tiles|travel|gadgets}. {Looking forward to your reply|Let me know}.`,
      ),
    })),
    ...campaign(dice, 'offshore developers', 50, 'headless', 15, () => ({
      subject: spun(dice, '{Web development services|Hire developers|App development}'),
      message: spun(
        dice,
        `{Dear Sir/Madam|Hello Sir}, we are an {offshore|India based} web design and development company with {150|200}+ developers. We {offer|provide} WordPress, PHP, mobile app and digital marketing services at {affordable|very low} prices. {Share your requirement|Kindly let us know your interest} and we will send our {portfolio and price list|proposal and past work}.`,
      ),
    })),
    ...campaign(dice, 'casino in html', 40, 'script', 5, () => ({
      message: `<p>${spun(dice, '{Spin|Play|Win} {big|now} at {the best|our} online casino')}</p> <a href=https://${site(dice)}>${spun(dice, '{bonus|jackpot}')}</a>`,
    })),
    ...campaign(dice, 'random words', 40, 'headless', 40, () => ({
      name: dice.letters(lower, 8, 14),
      subject: dice.letters(`${lower}${lower.toUpperCase()}`, 8, 16),
      message: Array.from({ length: dice.whole(2, 5) }, () =>
        dice.letters(`${lower}${lower.toUpperCase()}0123456789`, 9, 16),
      ).join(' '),
    })),
    ...campaign(dice, 'domain expires', 50, 'patient', 0, () => ({
      subject: 'Domain notice',
      message: `FINAL NOTICE: the search engine registration of your domain expires in ${dice.whole(1, 5)} days. Failure to complete it may result in the cancellation of your listing and make it hard for customers to find you. Complete the registration here: https://${dice.pick(['renew-desk', 'listing-office'])}.example/${dice.letters(lower, 5, 9)}`,
    })),
    ...campaign(dice, 'mailing in Russian', 30, 'script', 20, () => ({
      name: dice.pick(['Иван', 'Реклама', 'Светлана']),
      message: spun(
        dice,
        `{Здравствуйте|Добрый день}! Предлагаем {рассылку|массовую рассылку} коммерческих предложений через формы обратной связи. {Клиенты|Заявки} {уже сегодня|гарантированы}. Подробности: https://${site(dice)}`,
      ),
    })),
    ...campaign(dice, 'factory', 30, 'patient', 10, () => ({
      subject: spun(dice, '{Custom packaging|LED lights|Promotional bags} {supplier|manufacturer}'),
      message: spun(
        dice,
        `Dear {purchasing manager|friend}, this is {Lily|Cindy|Jack} from a {professional|leading} manufacturer of {packaging|LED lights|bags} in China. {Factory price|Best price}, MOQ {100|500} pcs, free samples. {Contact me on WhatsApp|Please reply for our catalogue}: +86${dice.whole(1_000_000_000, 9_999_999_999)}. https://${site(dice)}`,
      ),
    })),
  ]
}

const otherPeople: Written[] = [
  [
    'Yael Cohen',
    'אתר חדש',
    'שלום, אני מחפשת מעצב לאתר של סטודיו קטן ליוגה בתל אביב. האם יש לך זמן בחודש הבא?',
  ],
  ['आशा शर्मा', 'वेबसाइट', 'नमस्ते, मुझे अपनी छोटी बेकरी के लिए एक वेबसाइट चाहिए। कृपया कीमत बताइए।'],
  ['김민지', '문의드립니다', '안녕하세요, 작은 서점의 홈페이지를 만들고 싶습니다. 일정과 비용이 궁금합니다.'],
  ['สมชาย', 'สอบถาม', 'สวัสดีครับ อยากทำเว็บไซต์ร้านกาแฟเล็กๆ ราคาประมาณเท่าไหร่ครับ'],
  [
    'Jörg Müller',
    'Anfrage',
    'Guten Tag, unsere Website ist zehn Jahre alt und sieht auf dem Handy furchtbar aus. Können Sie uns ein Angebot machen? Wir sind eine Tischlerei mit acht Leuten: www.tischlerei-mueller.example',
  ],
  [
    'Carla at Northbank',
    'Freelancer for a client',
    'Hi, we are a small agency and look for a freelance developer for a client who sells insurance and business loans. WordPress, about 30 pages, SEO texts come from us. Day rate and availability in March, please.',
  ],
  [
    'Theo',
    'Crypto wallet landing page',
    'We build an open source Bitcoin wallet and need a landing page. Figma file is done: https://www.figma.com/file/q9/wallet, repository https://github.com/theo/wallet. Three weeks from now would be ideal.',
  ],
  [
    'Maud',
    'question about code',
    'Hi! In my WordPress footer it says <a href="#">Home</a> twice. How do I remove one of them? I am happy to pay for half an hour.',
  ],
  [
    'GERALD HOFFMANN',
    'WEBSITE',
    'HELLO. I AM 74 AND WANT A WEBSITE FOR MY MODEL TRAINS. PLEASE RING ME ON 0151 234567. THANK YOU.',
  ],
  [
    'Szczepan Brzęczyszczykiewicz',
    'Strona',
    'Dzień dobry, potrzebuję strony dla warsztatu rowerowego. Ile kosztuje taka strona?',
  ],
  [
    'Lena',
    'newsletter',
    'Please take me off your newsletter, I have unsubscribed twice already and still get it!',
  ],
  [
    'Pat',
    'guest talk',
    'Would you give a guest talk about freelancing at our school on 12 May? We can pay your train and a small fee.',
  ],
  [
    'Nadia',
    'brief',
    'Hi, as discussed on the phone: moodboard https://www.pinterest.com/nadia/board, logo https://drive.google.com/file/d/9z, text https://docs.google.com/document/d/77, competitor one https://one.example, competitor two https://two.example, competitor three https://three.example. When can you start?',
  ],
  ['Ron', null, 'ok'],
  ['Virág Horváth', 'Árajánlat', 'Jó napot! Egy kis virágbolt weboldalához kérnék árajánlatot. Köszönöm!'],
]

export function heldOutPeople(dice: Dice): Arrival[] {
  return writers(dice, 'held out', 60, otherPeople)
}
