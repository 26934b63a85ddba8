// Passwords too common to be safe: the words that guessers try first, however they are dressed up.
import { site } from '../../content/site.ts'

/**
 * True for a password that the first few thousand guesses would contain. Exact lists of leaked passwords miss the
 * point here, because the rules (section 5) turn `password` into `Password1!` and guessers know that. So a password
 * is undressed first: letter case, accents, digits and symbols around it, and letters written as digits or symbols
 * are taken away. What remains must not be
 * - a word of the list below, alone or twice,
 * - a run of the alphabet or of the keyboard, one character or a short piece repeated,
 * - one to three letters beside a run of digits (Aa123456), or
 * - the person's name, the e-mail address or the name of this site.
 */
export function isCommon(password: string, person?: { name: string; email: string }): boolean {
  const folded = fold(password)
  if (isRun(folded) || isRepeated(folded) || isWalk(folded)) return true
  const letters = folded.replace(/[^a-z]/g, '')
  const digits = folded.replace(/\D/g, '')
  if (letters.length <= 3 && digits.length >= 4 && (isRun(digits) || isRepeated(digits))) return true
  const own = ownWords(person)
  return cores(folded).some((core) => words.has(core) || own.has(core) || isRun(core) || isRepeated(core))
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What a dressed-up word can be undressed to; 1 and ! stand for i as well as for l. */
function cores(folded: string): string[] {
  const bare = folded.replace(/^[^a-z]+|[^a-z]+$/g, '')
  // p@ssw0rd, but also 4dmin!: digits at an end are letters or ornament, so both readings count.
  const readings = [bare, folded].flatMap((text) => ['i', 'l'].map((one) => unleet(text, one)))
  const stripped = readings.flatMap((text) => [text, text.replace(/^[^a-z]+|[^a-z]+$/g, '')])
  const joined = [folded, ...stripped].map((text) => text.replace(/[^a-z]/g, ''))
  const once = joined.filter(isDouble).map((text) => text.slice(text.length / 2))
  return [...new Set([...stripped, ...joined, ...once])].filter((core) => core.length >= 3)
}

const leet: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
}

function unleet(text: string, one: string): string {
  return text.replace(/[034578@$1!|]/g, (sign) => ('1!|'.includes(sign) ? one : (leet[sign] ?? sign)))
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
]
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))]

/** Three or more neighbours of the alphabet, of the digits or of one row of keys. */
function isRun(text: string): boolean {
  return text.length >= 3 && runs.some((run) => run.includes(text))
}

/** One piece of up to four characters over and over. */
function isRepeated(text: string): boolean {
  return text.length >= 3 && [1, 2, 3, 4].some((size) => isMadeOf(text, text.slice(0, size)))
}

function isMadeOf(text: string, piece: string): boolean {
  return (
    text.length >= piece.length * 2 && piece.repeat(Math.ceil(text.length / piece.length)).startsWith(text)
  )
}

function isDouble(text: string): boolean {
  return text.length % 2 === 0 && text.slice(text.length / 2).repeat(2) === text
}

const shifted = new Map([...'!@#$%^&*()'].map((sign, index) => [sign, '1234567890'[index] ?? '']))
const walks =
  '1q2w3e q1w2e3 q2w3e4 1qaz2wsx 2wsx3edc qaz1wsx2 zaq12wsx zaq1xsw2 1qazxsw2 12qwaszx 123qwe qwe123 1234qwer 123asd asd123 a1b2c3 1a2b3c'.split(
    ' ',
  )

/** Up and down the keyboard, with or without the shift key, and up to four keys more: 1qaz@WSX. */
function isWalk(folded: string): boolean {
  const keys = folded.replace(/./g, (sign) => shifted.get(sign) ?? sign)
  return walks.some((walk) => keys.startsWith(walk) && keys.length - walk.length <= 4)
}

function ownWords(person?: { name: string; email: string }): Set<string> {
  const texts = [site.brand, person?.name ?? '', ...(person?.email.split('@') ?? [])].map(fold)
  const pieces = texts.flatMap((text) => [text.replace(/[^a-z]/g, ''), ...text.split(/[^a-z]+/)])
  return new Set(pieces.filter((piece) => piece.length >= 3))
}

// The words behind the well-known rankings of leaked passwords: people, teams, places, seasons, feelings, machines.
// Written down from common knowledge, not a copy of any one list; what the rules above catch need not be here.
const words = new Set(
  `
  password passwort passwd passcode passphrase pass mypassword thepassword newpassword yourpassword
  nopassword passw pword pwd motdepasse contrasena wachtwoord parola heslo senha haslo lozinka salasana
  admin administrator adminadmin root rootroot toor superuser sysadmin system manager master operator
  moderator user username guest login logon signin access account default changeme changeit letmein
  letmeinnow openme open opensesame sesame secret secrets topsecret mysecret private public security secure
  safe test tester testing testtest testpass testuser testpassword demo example sample temp temporary
  welcome welcometo welcomeback hello hellohello helloworld hellothere goodbye byebye thanks thankyou please
  sorry whatever whatsup nothing something anything everything everyone somebody nobody forever never always
  today tomorrow yesterday qwerty qwertyui qwert qwertyqwerty qwer qwerasdf qwerasdfzxcv qweasd qweasdzxc
  qwe asd asdf asdfasdf asdfgh asdfghj zxc zxcv zxcvb zxcvbn qazwsx qazwsxedc qaz wsx edc qwaszx azerty
  qwertz wasd poiuyt lkjhgf mnbvcxz zaqwsx zaq xsw qazxsw qaywsx qwertypass passqwerty asdzxc zxcasd qawsed
  abc abcabc abcd abcde abcdef abcdefg xyz xyzxyz aaa xxx aabbcc abcabcabc iop iloveyou iloveu ilovey ilove
  iloveme iloveyousomuch loveyou loveme lovely lover lovers love lovelove mylove truelove amour teamo
  tequiero tiamo ichliebedich babe baby babygirl babyboy babyface honey honeybee sweetheart sweetie sweety
  sweet sugar darling angel angels angelina kisses kissme kiss hugs heart hearts princess princesa prince
  queen king kingkong lord lady sexy sexyboy sexygirl hottie playboy fuckyou fuckme fuckoff fuck sex porn
  hardcore naughty lollipop cupcake cookie cookies candy chocolate vanilla strawberry blueberry raspberry
  cherry banana bananas apple apples orange lemon peach mango pineapple coconut pepper ginger cinnamon
  peanut butter cheese cheeseburger chicken turkey bacon pizza spaghetti burger hamburger taco coffee
  starbucks beer whiskey vodka tequila budweiser corona heineken guinness monkey monkeys dragon dragons
  dragonball tiger tigers lion lions panther wolf wolves bear bears eagle eagles falcon falcons hawk hawks
  phoenix raven ravens dolphin dolphins shark whale horse horses mustang bronco broncos pony unicorn rabbit
  bunny kitty kitten kittens cat cats dog dogs doggie puppy puppies snoopy scooby scoobydoo tweety garfield
  bambi dumbo mickey mickeymouse minnie donald goofy pluto simba nemo shrek pikachu pokemon charizard
  bulbasaur naruto sasuke goku vegeta onepiece luffy bleach sailormoon hellokitty barbie spongebob patrick
  simpson simpsons homer bart batman superman spiderman ironman hulk wolverine deadpool avengers marvel
  joker robin catwoman starwars skywalker vader darthvader yoda jedi chewbacca startrek enterprise spock
  matrix trinity neo morpheus gandalf frodo hobbit harrypotter hermione hogwarts gryffindor slytherin
  dumbledore voldemort terminator predator alien godzilla rambo rocky bond jamesbond zorro ninja samurai
  pirate pirates warrior warriors gladiator spartan spartans knight knights viking vikings wizard merlin
  magic magical mystic hunter killer assassin sniper soldier ranger rangers trooper marine marines navy army
  airforce military police fireman captain general major sergeant football soccer baseball basketball hockey
  golf golfer tennis volleyball rugby cricket boxing karate bowling skater skateboard snowboard surfer
  surfing swimming running racing runner fishing hunting cowboys cowboy redskins steelers packers patriots
  giants dodgers yankees redsox cubs braves lakers celtics bulls chicagobulls heat knicks rockets spurs
  raiders saints chargers arsenal chelsea liverpool manchester manutd manunited mancity everton tottenham
  barcelona barca realmadrid madrid juventus milan inter intermilan bayern dortmund schalke ajax feyenoord
  psv celtic benfica porto sporting boca river flamengo corinthians palmeiras galatasaray fenerbahce
  besiktas ronaldo ronaldinho messi neymar beckham zidane maradona pele jordan kobe lebron nascar ferrari
  porsche mercedes bmw audi volkswagen toyota honda nissan suzuki yamaha kawasaki ducati harley
  harleydavidson chevy chevrolet camaro corvette ford cadillac jeep dodge viper lamborghini maserati bugatti
  lexus mazda subaru tesla summer summertime spring autumn winter fall season sunshine sunrise sunset sunny
  sunday monday tuesday wednesday thursday friday saturday weekend january february march april may june
  july august september october november december christmas xmas santa easter halloween newyear birthday
  happybirthday holiday holidays vacation party happy happiness happyday smile smiley lucky luckyone luck
  winner success freedom peace hope faith believe trust trustno trustnoone dream dreams dreamer heaven
  paradise jesus jesuschrist christ god godisgood godislove godbless blessed bless blessing amen allah
  bismillah buddha krishna ganesh shiva church bible gospel spirit soul family friends friend bestfriend
  friendship mother mommy mom mama mum father daddy dad papa brother sister son daughter grandma grandpa
  boyfriend girlfriend husband wife married single buddy computer laptop internet network server website
  webmaster database oracle mysql postgres mongodb redis windows microsoft linux ubuntu debian android
  iphone samsung nokia sony google gmail yahoo hotmail outlook facebook twitter instagram youtube myspace
  linkedin amazon ebay netflix spotify skype whatsapp tiktok snapchat reddit github gitlab docker kubernetes
  wordpress joomla drupal woocommerce javascript python java html developer programmer coder coding hacker
  hackers hacked hack cisco router wireless wifi modem keyboard monitor mouse printer playstation xbox
  nintendo gamer gamers gameover game games gaming minecraft roblox fortnite counterstrike warcraft
  worldofwarcraft starcraft diablo leagueoflegends dota overwatch zelda mario luigi sonic tekken halo
  finalfantasy money moneymoney cash dollar dollars gold golden goldfish silver silverado diamond diamonds
  crystal pearl emerald ruby sapphire platinum bitcoin ethereum crypto rich millionaire casino poker jackpot
  blackjack blue bluesky red redred green greenday yellow purple pink pinky black blackie blacky white
  whitey brown grey gray rainbow flower flowers flowerpower rose roses daisy lily lilly tulip orchid jasmine
  violet iris butterfly butterflies ladybug spider scorpion cobra snake turtle frog froggy fish penguin
  elephant giraffe zebra gorilla panda koala star stars starlight stardust moon moonlight sun sky skyline
  galaxy cosmos universe planet earth mars jupiter saturn neptune mercury venus orion apollo zeus athena
  hercules achilles thunder lightning storm hurricane tornado fire firefly fireball flame ice iceman
  icecream snow snowball snowflake snowman rain ocean oceans sea seaside beach lake island mountain
  mountains forest garden nature music musica musical guitar piano drums drummer bass violin rock rocknroll
  rockstar metal metallica slipknot nirvana acdc ironmaiden linkinpark blink eminem rihanna beyonce shakira
  madonna britney justinbieber onedirection beatles pinkfloyd ledzeppelin rollingstones elvis jackson
  michaeljackson hiphop reggae marley bobmarley techno dance dancer dancing singer michael michelle jennifer
  jessica ashley amanda nicole daniel daniela daniele anthony andrew andrea andreas joshua matthew joseph
  david davids robert richard thomas charlie charles christian christina christine christopher chris
  jonathan justin brandon tyler kevin brian steven stephen stephanie william george alexander alexandra
  alexandria alex alexis maria marie martin martina marcus mark jason james john johnny johnson jack jackie
  jacob jake jasper jeff jeffrey jeremy jerry jesse joe joey jose juan carlos luis miguel pedro pablo diego
  antonio francisco fernando alejandro alejandra gabriel gabriela isabella sophia sophie olivia emma emily
  hannah sarah sara rachel rebecca samantha samuel sammy sam sandra sabrina natalie natasha vanessa veronica
  victoria victor vincent valentina valerie lauren laura linda lisa melissa megan morgan monica max maxwell
  maximus oliver oscar peter paul pamela patricia philip phillip barbara benjamin benny bobby buster bailey
  bella biteme cameron caroline carolina cassie catherine charlotte claudia courtney danielle debbie denise
  dennis diana dominic donna dorothy douglas eddie edward elizabeth eric erica eugene evelyn fiona frank
  frankie franklin fred freddy gary gerald gloria gordon grace graham greg gregory harold harry heather
  helen henry holly howard hugo ian irene isaac ivan jaime jamie janet jenny jill joanna julia julian julie
  karen katherine kathy katie kelly kenneth kenny kimberly kyle larry leonard leonardo leslie lewis logan
  lorenzo louis louise lucas lucy luke madison maggie marcel marco margaret marina marlboro marvin mary
  maverick melanie mike mikey miranda molly muffin murphy nancy nathan nicholas nick nikita norman pat
  pauline penny phil phoebe rafael ralph ramon randy raymond ricardo rick ricky rita rob roberto roger
  roland roman ronald rosie roxy roy russell ruth ryan sally scott scotty sean sebastian sergio shannon
  sharon shawn sheila shelby sierra silvia simon simone sofia spencer stacey stanley stella steve stewart
  stuart susan suzanne sydney sylvia tania taylor teresa terry theresa tiffany tim timothy tina toby todd
  tom tommy tony tracy travis trevor tristan vicky viktor virginia vivian wayne wendy wilson xavier yvonne
  zachary mohammed muhammad ahmed ali fatima aisha ibrahim omar hassan hussein lakshmi priya rahul raj sai
  america american usa canada mexico brazil brasil argentina chile colombia england london britain scotland
  ireland irish wales france paris germany berlin deutschland hamburg austria vienna switzerland italy
  italia roma napoli spain espana portugal lisboa holland amsterdam belgium denmark sweden norway finland
  iceland poland polska russia moscow ukraine istanbul greece india pakistan indonesia jakarta philippines
  pilipinas malaysia singapore thailand vietnam china japan tokyo korea australia melbourne newzealand
  africa nigeria egypt morocco israel california florida texas dallas chicago boston newyork brooklyn
  hollywood losangeles lasvegas vegas seattle denver atlanta detroit austin houston miami orlando hawaii
  alaska georgia dakota school college university student students teacher doctor nurse lawyer engineer
  architect designer artist writer office business company work worker boss director secretary sales service
  support marketing finance bank customer home house homehome kitchen bedroom window door street cool
  coolcool coolman awesome amazing great super superstar supersonic superb perfect beautiful pretty cutie
  cute gorgeous fantastic wonderful incredible legend legendary genius clever smart crazy crazyboy stupid
  idiot loser lonely alone broken sad angry hate hateyou hateme dark darkness darkside shadow shadows ghost
  vampire zombie demon devil devils satan lucifer evil hell inferno monster beast bigdog bigboy bigdaddy
  bigman littleman littleone blahblah blah yolo swag lol lmao rofl omg wtf noob newbie pro player playa
  gangster gangsta mafia thug freestyle undertaker johncena wrestling wwe champion champions legends hero
  heroes rebel outlaw bandit stranger chance destiny fantasy fortune mystery miracle infinity eternity
  cheyenne cowgirl creative eclipse element explorer express galileo gateway goldberg gunner hammer hardware
  hotrod indigo jaguar jennie justice kermit legacy marathon midnight millennium natural newton option
  packard passion passport pebbles peaches phantom pickle popcorn precious promise pumpkin racecar rasputin
  remember renegade revolution rosebud roadrunner salvador savage scarface seven skippy slayer smokey
  snickers sparky squirt sunflower swordfish tarheels teddy teddybear thumper thunderbird tigger tinkerbell
  titanic tomcat topgun trouble trumpet tucker turbo valhalla valentine victory whiteboy willow winston
  woody zeppelin abcqwe onetwothree onetwo onlyme itsme myself mine yours nimda drowssap ytrewq sdfghj
  `
    .trim()
    .split(/\s+/),
)
