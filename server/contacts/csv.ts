// Rows of a CSV file that spreadsheets read correctly and do not execute (RFC 4180; [R101]).

/** Tells a spreadsheet that the file is UTF-8. */
export const byteOrderMark = '\ufeff'

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
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(cell) ? `'${cell}` : cell
}
