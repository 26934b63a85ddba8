// Rows of a CSV file that every spreadsheet reads rightly and none executes (RFC 4180; decision 101).

/** Tells a spreadsheet that the file is UTF-8. */
export const byteOrderMark = '\ufeff'

/** Every cell is quoted, so line breaks, commas and semicolons in it stay in it. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

/** A cell that begins like a formula gets an apostrophe, which spreadsheets take for "text" (OWASP, CSV injection). */
function harmless(cell: string): string {
  return /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
}
