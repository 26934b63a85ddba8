// The campaigns of bots that the weights were set with: 700 messages.
import { type Arrival, anyIp, type Dice, lower, spun } from './spam-set-dice.ts'

type Text = Pick<Arrival, 'name' | 'email' | 'subject' | 'message'>

const given = ['James', 'Emily', 'Robert', 'Olivia', 'Daniel', 'Sophie', 'Mark', 'Anna', 'Kevin', 'Laura']
const family = ['Smith', 'Brown', 'Miller', 'Davis', 'Wilson', 'Clark', 'Lewis', 'Walker', 'Young', 'King']
const mails = ['gmail.com', 'outlook.com', 'mail.example', 'yahoo.com', 'promo.example']

function botPerson(dice: Dice): Pick<Arrival, 'name' | 'email'> {
  const [first, last] = [dice.pick(given), dice.pick(family)]
  const email = `${first}.${last}${dice.whole(1, 9999)}@${dice.pick(mails)}`.toLowerCase()
  return { name: `${first} ${last}`, email }
}

/** How a campaign sends: without a browser, with one that is driven, or patiently from many addresses. */
function sentBy(dice: Dice, how: 'script' | 'headless' | 'patient', ips: readonly string[]) {
  const ip = ips.length > 0 ? dice.pick(ips) : anyIp(dice)
  if (how === 'script') return { ip, fromBrowser: dice.next() < 0.3 }
  const elapsed = how === 'headless' ? dice.whole(150, 2_500) : dice.whole(20_000, 180_000)
  return { ip, fromBrowser: true, elapsed }
}

export function campaign(
  dice: Dice,
  kind: string,
  count: number,
  how: 'script' | 'headless' | 'patient',
  addresses: number,
  write: () => Partial<Text>,
): Arrival[] {
  const ips = Array.from({ length: addresses }, () => anyIp(dice))
  return Array.from({ length: count }, () => {
    const text = { ...botPerson(dice), subject: null, message: '', ...write() }
    return { kind, isBot: true, ...text, ...sentBy(dice, how, ips) }
  })
}

const domain = (dice: Dice) =>
  `${dice.letters(lower, 5, 11)}.${dice.pick(['com', 'net', 'xyz', 'top', 'online'])}`
const wild = `${lower}${lower.toUpperCase()}`

export function bots(dice: Dice): Arrival[] {
  return [
    ...campaign(dice, 'seo offer', 120, 'script', 12, () => ({
      subject: spun(
        dice,
        '{SEO services|Website ranking|More traffic for your website|Your Google position}',
      ),
      message: spun(
        dice,
        `{Hi|Hello|Dear} {team|there|sir/madam|website owner},

I was {looking at|going through|visiting} your website and {found|noticed} {some|a number of} {SEO|technical} errors that {keep|stop} it from ranking on {Google|the first page of Google}. We {are|have been} a {leading|professional} SEO {company|agency} and {can|will} {increase|boost} your {organic traffic|rankings|sales} {within 90 days|quickly}.

{May I send you|Would you like} {a quote|our packages|a free audit|our price list}?

{Kind regards|Best regards|Thanks}`,
      ),
    })),
    ...campaign(dice, 'links', 80, 'script', 6, () => ({
      subject: spun(dice, '{Best prices|Hot offer|Just for you}'),
      message: Array.from(
        { length: dice.whole(3, 9) },
        () =>
          `${spun(dice, '{cheap viagra|online casino bonus|payday loans|replica watches|buy cialis|free spins}')} https://${domain(dice)}/${dice.letters(lower, 4, 9)}`,
      ).join('\n'),
    })),
    ...campaign(dice, 'bbcode and html', 80, 'script', 8, () => {
      const link = `http://${domain(dice)}/${dice.letters(lower, 3, 8)}`
      const words = spun(dice, '{casino|slots|essay writing|porn|crypto signals|dating}')
      return {
        message: dice.pick([
          `[url=${link}]${words}[/url] ${spun(dice, '{very good|the best|try it}')}`,
          `<a href="${link}">${words}</a> ${spun(dice, '{click here|visit now|see more}')}`,
          `${words} <a href='${link}'>${link}</a> [link=${link}]${words}[/link]`,
        ]),
      }
    }),
    ...campaign(dice, 'random text', 100, 'script', 100, () => ({
      name: dice.letters(wild, 10, 18),
      email: `${dice.letters(lower, 6, 12)}${dice.whole(1, 99)}@${dice.pick(mails)}`,
      subject: dice.letters(wild, 10, 22),
      message: dice.letters(wild, 12, 30),
    })),
    ...campaign(dice, 'the same text', 100, 'headless', 20, () => ({
      subject: 'Business proposal',
      message: `I have a profitable proposal for you concerning a fund transfer. The details are confidential and I can only share them once I have heard from you. Please answer to my private address ${dice.letters(lower, 5, 8)}@mail.example so that we can proceed.`,
    })),
    ...campaign(dice, 'slow drip', 80, 'patient', 0, () => ({
      subject: spun(dice, '{Quick question|A question about your business|Following up}'),
      message: spun(
        dice,
        `{Hey|Hi|Hello}, do you want {more|new} {leads|customers} {every month|on autopilot}? Our platform finds {verified|targeted} {leads|decision makers} for businesses like yours and books meetings {right into|into} your calendar. {You only pay for results|No contract needed}. Book a {demo|call} here: https://calls.${dice.pick(['leadpilot', 'bookedfast'])}.example/${dice.letters(lower, 4, 6)}

If you no longer wish to hear from us, {reply STOP|opt out here}.`,
      ),
    })),
    ...campaign(dice, 'cyrillic', 70, 'script', 30, () => ({
      name: dice.pick(['Алексей', 'Марина', 'Дмитрий', 'ОльгаSeo', 'Продвижение']),
      subject: dice.pick(['Продвижение сайта', 'Предложение', 'Заработок', null]),
      message: dice.pick([
        `Продвижение сайтов в ТОП Яндекса и Google. Гарантия результата, недорого. Пишите в телеграм https://t.me/${dice.letters(lower, 5, 9)}`,
        `Рассылка по формам обратной связи, миллионы сайтов. Базы компаний. Прайс: https://${domain(dice)}`,
        `Заработок в интернете от 500$ в день без вложений! Регистрируйся: http://${domain(dice)}/${dice.letters(lower, 4, 8)}`,
        `Онлайн казино, бонус за регистрацию и фриспины https://${domain(dice)}`,
      ]),
    })),
    ...campaign(dice, 'patient', 70, 'patient', 25, () => ({
      subject: spun(dice, '{Business loan|Investment opportunity|Funding for your business|Crypto}'),
      message: spun(
        dice,
        dice.pick([
          `{Hello|Dear owner}, your business {has been pre-approved|qualifies} for a {business loan|line of credit} of up to $${dice.whole(50, 500)},000, {no collateral|no credit check}. {Funds|Money} in {24|48} hours. {Apply now|Click here to apply|Reply YES} {today|before Friday}.`,
          `{Invest|Earn} with {Bitcoin|crypto}: our {trading bot|experts} {make|earn} {guaranteed profit|${dice.whole(5, 40)}% a week}. {Limited offer|Act now}, {start|join} with only $${dice.whole(1, 5)}00. WhatsApp +${dice.whole(10_000_000_000, 99_999_999_999)}.`,
        ]),
      ),
    })),
  ]
}
