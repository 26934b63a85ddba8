// The table of figures in README.md, from what `npm run bench -- --json` printed.

/** @type {[what: string, benchmark: string, figures: string[]][]} */
const rows = [
  ['Start to the first 200, with a database, median of 5', 'start', ['start to first 200, median of 5']],
  ['Memory at rest', 'start', ['memory at rest, median of 5']],
  [
    'Held after floods of 3,000 to 30,000 different URLs, searches, ids and headers, at most',
    'memory',
    ['after any of them, at most'],
  ],
  [
    'One minute after the first start with the demo, all processes',
    'images',
    ['one minute after the first start, all processes'],
  ],
  [
    'Peak of all processes during six images of 24 megapixels at once, or any image bomb',
    'images',
    ['highest peak of all of these'],
  ],
  ['p99 of other requests during that', 'images', ['highest p99 of other requests']],
  ['Home: JavaScript, brotli', 'bytes', ['Home, JavaScript (brotli)']],
  ['Home: fonts, CSS', 'bytes', ['Home, fonts', 'Home, CSS']],
  ['Home: everything on a phone, 4G', 'bytes', ['Home, everything on a phone']],
  [
    'Lighthouse as a phone, lowest of six pages: performance, accessibility, best practices, SEO; layout shift',
    'lighthouse',
    [
      'lowest performance',
      'lowest accessibility',
      'lowest best-practices',
      'lowest seo',
      'largest layout shift',
    ],
  ],
  [
    'Interaction to next paint with a processor four times slower and no GPU: menu, theme, filter, dialog',
    'interaction',
    ['menu', 'theme toggle', 'gallery filter', 'dashboard dialog'].map(
      (name) => `${name}, median of 15 presses`,
    ),
  ],
  [
    'Three instances: start together on an empty PostgreSQL',
    'instances',
    ['3 start together, empty database'],
  ],
  [
    'Three instances: longest until an edit is shown by all; right after the connections that listen were lost; after all connections of one died silently',
    'instances',
    [
      'an edit is shown by the others: longest',
      'after a cut of LISTEN: longest',
      'after every connection died silently: longest',
    ],
  ],
  [
    'Email that a killed instance was sending: sent by another after',
    'instances',
    ["until a killed one's email is sent"],
  ],
  [
    'Restart of three instances under load behind a proxy that retries: idempotent requests that failed',
    'instances',
    ['requests that failed, idempotent ones'],
  ],
  ['Cached pages: two instances on two cores against one on one', 'instances', ['two against one']],
]

const begin = '<!-- Made by npm run figures, from bench/figures.json. -->'
const marks = ['¹', '²', '³']
const end = '<!-- End of what is made. -->'

/** Benchmarks of the newer document take the place of the older ones. */
export function merged(stored, measured) {
  return { benchmarks: { ...stored.benchmarks, ...measured.benchmarks } }
}

/** @returns the lines between the two comments, which are part of it */
export function tableOf({ benchmarks }) {
  const shown = [...new Set(rows.map(([, name]) => name))].flatMap((name) => benchmarks[name] ?? [])
  const date = shown
    .map((report) => report.date)
    .sort()
    .at(-1)
  const newest = shown.filter((report) => report.date === date)
  const { machine } = newest.find((report) => report.machine.processor) ?? newest[0] ?? { machine: {} }
  const notes = [...new Set(shown.flatMap(({ note }) => note ?? []))]
  const lines = rows.map(([what, name, figures]) => {
    const report = benchmarks[name]
    const found = figures.map((figure) => report?.figures.find((one) => one.name === figure))
    if (found.some((one) => one === undefined)) return `| ${what} | not measured yet | |`
    const older = report.date === date ? '' : ` (${report.date})`
    const mark = (report.note ? ` ${marks[notes.indexOf(report.note)]}` : '') + older
    const goals = found.flatMap(({ goal }) => goal ?? [])
    const goal = new Set(goals).size === 1 ? goals[0] : goals.join(', ')
    return `| ${what}${mark} | ${found.map(({ value }) => value).join(', ')} | ${goal} |`
  })
  const on = [`${machine.cores} cores`, machine.processor, machine.memory].filter(Boolean).join(', ')
  return [
    begin,
    `Printed by \`npm run bench\`, every ratio within one run, ${date}, on ${on}:`,
    '',
    '| What | Measured | Goal |',
    '|---|---:|---:|',
    ...lines,
    ...notes.flatMap((note, index) => ['', `${marks[index]} ${note}`]),
    end,
  ].join('\n')
}

/** @throws Error where the README has no place for the table */
export function withTable(readme, table) {
  const [before, rest = ''] = readme.split(begin)
  const [, after] = rest.split(end)
  if (after === undefined) throw new Error(`README.md has no "${begin}" with "${end}" after it.`)
  return `${before}${table}${after}`
}
