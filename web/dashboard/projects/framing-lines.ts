// The line that lets a site be framed by this one, for the places where its owner can add it.

export interface FramingLine {
  platform: string
  /** Where it belongs. */
  where: string
  code: string
}

/** What a source may consist of: the rest of what a site sends is not repeated in a line that somebody pastes. */
const source = /^(?:'self'|https?:|[a-z0-9.:/*_-]+)$/i

/**
 * @param origin of this site
 * @param detail what the site responds with; the sources that its policy allows already are kept
 */
export function framingLines(origin: string, detail: string | null): FramingLine[] {
  const [name, ...words] = (detail ?? '').split(' ')
  const known = name === 'frame-ancestors' ? words.filter((word) => source.test(word) && word !== origin) : []
  const sources = [...new Set(["'self'", ...known, origin])].join(' ')
  const policy = `frame-ancestors ${sources}`
  return [
    {
      platform: 'WordPress',
      where: 'At the end of functions.php of the theme:',
      code: `add_action('send_headers', fn() => header("Content-Security-Policy: ${policy}"));`,
    },
    {
      platform: 'nginx',
      where: 'In the server block:',
      code: `add_header Content-Security-Policy "${policy}" always;`,
    },
    {
      platform: 'Apache',
      where: 'In .htaccess, with mod_headers:',
      code: `Header always set Content-Security-Policy "${policy}"`,
    },
    {
      platform: 'Netlify',
      where: 'In the file _headers of the published folder:',
      code: `/*\n  Content-Security-Policy: ${policy}`,
    },
    {
      platform: 'Vercel',
      where: 'In vercel.json:',
      code: `{ "headers": [{ "source": "/(.*)", "headers": [{ "key": "Content-Security-Policy", "value": "${policy}" }] }] }`,
    },
  ]
}
