// Reads the XML of S3: pages of a listing, and errors.

export interface S3Object {
  key: string
  modified: Date
}

/** @returns the objects of a page, and the token of the next one: null for the last page, empty where it is missing */
export function objectsIn(xml: string): { objects: S3Object[]; next: string | null } {
  const [head = '', ...entries] = xml.split('<Contents>')
  // Servers write what describes the page before or after the objects.
  const [, tail = ''] = entries.at(-1)?.split('</Contents>') ?? []
  const objects = entries.map((entry) => ({
    key: textIn(entry, 'Key') ?? '',
    modified: new Date(textIn(entry, 'LastModified') ?? Number.NaN),
  }))
  const isTruncated = textIn(head + tail, 'IsTruncated') === 'true'
  return { objects, next: isTruncated ? (textIn(head + tail, 'NextContinuationToken') ?? '') : null }
}

/** The text of the first element of this name that holds text alone. */
export function textIn(xml: string, element: string): string | null {
  const start = xml.indexOf(`<${element}>`)
  const from = start + element.length + 2
  const end = xml.indexOf(`</${element}>`, from)
  return start < 0 || end < 0 ? null : unescaped(xml.slice(from, end))
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
