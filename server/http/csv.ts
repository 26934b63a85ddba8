// Rows of a CSV file that spreadsheets read correctly and do not execute (RFC 4180).
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import type { Env } from './env.ts'

/** Tells a spreadsheet that the file is UTF-8. */
const byteOrderMark = '\ufeff'

/** Every cell is quoted, so line breaks, commas and semicolons in it stay in it. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

const sign = String.raw`[=+\-@＝＋－＠]`
const unseen = String.raw`[["\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\t\r\n]]*`
const listed = String.raw`- \p{L}[^\(\|!\r\n]*(?:[\r\n]|$)`
const starts = new RegExp(
  String.raw`^(?=[\t\r\n])|(?<=^|[;\t])(?=${unseen}${sign})|(?<=[\r\n])(?=${unseen}(?!${listed})${sign})`,
  'gv',
)

/**
 * What begins like a formula gets an apostrophe, which spreadsheets take for "text" (OWASP, CSV injection). The
 * full-width forms count like =, +, - and @: East Asian versions of spreadsheets take them for these. Blanks and
 * invisible characters in front do not count, because importers that trim cells look at what comes after them.
 *
 * Where semicolons or tabs separate cells, as semicolons do in much of Europe, only the first quotes of a row are quotes:
 * then a semicolon, a tab or a line break inside a cell begins another one, and a quote may follow it. A line that begins
 * with "- " and a letter is one of a list, unless it has what calls something: a parenthesis, "|" or "!".
 */
function harmless(cell: string): string {
  return cell.replace(starts, "'")
}

/**
 * Sends rows as a file, as fast as its reader takes them.
 * @param rows the head, then the first rows, and so on
 * @param record called before anything is sent; not for HEAD, which gets nothing of it
 */
export async function sendCsv(
  c: Context<Env>,
  filename: string,
  rows: AsyncGenerator<string>,
  record: () => Promise<void>,
): Promise<Response> {
  if (c.req.method === 'GET') await record()
  // Read before the response begins, so that a database that is away is a proper error response.
  const start = [await rows.next(), await rows.next()]
  c.header('Content-Type', 'text/csv; charset=utf-8')
  c.header('Content-Disposition', `attachment; filename="${filename}"`)
  /** Called only as fast as the client reads. */
  async function* text() {
    yield byteOrderMark + start.map(({ value }) => value ?? '').join('')
    for await (const row of rows) {
      yield row
      // SQLite responds at once, so that without this nothing else would run as long as the client keeps reading.
      await setImmediate()
    }
  }
  const stream = Readable.toWeb(Readable.from(text(), { objectMode: false }))
  return c.body(stream as ReadableStream<Uint8Array<ArrayBuffer>>)
}
