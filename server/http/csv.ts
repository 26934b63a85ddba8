// Rows of a CSV file that spreadsheets read correctly and do not execute (RFC 4180;).
import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import type { Env } from './env.ts'

/** Tells a spreadsheet that the file is UTF-8. */
const byteOrderMark = '\ufeff'

/** Every cell is quoted, so line breaks, commas and semicolons in it stay in it. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

/**
 * A cell that begins like a formula gets an apostrophe, which spreadsheets take for "text" (OWASP, CSV injection). The
 * full-width forms count like =, +, - and @: East Asian versions of spreadsheets take them for these. Blanks and
 * invisible characters in front do not count, because importers that trim cells look at what comes after them.
 */
function harmless(cell: string): string {
  return /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(cell)
    ? `'${cell}`
    : cell
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
  const body = await asStream(rows)
  c.header('Content-Type', 'text/csv; charset=utf-8')
  c.header('Content-Disposition', `attachment; filename="${filename}"`)
  return c.body(body)
}

/** The first rows are read before the response begins, so that a database that is away is a proper error response. */
async function asStream(rows: AsyncGenerator<string>): Promise<ReadableStream<Uint8Array>> {
  const head = await rows.next()
  const first = await rows.next()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(byteOrderMark + (head.value ?? '') + (first.value ?? '')))
    },
    // Called only as fast as the client reads.
    async pull(controller) {
      // SQLite responds at once, so that without this nothing else would run as long as the client keeps reading.
      await setImmediate()
      const next = await rows.next()
      if (next.done) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    async cancel() {
      await rows.return(undefined)
    },
  })
}
