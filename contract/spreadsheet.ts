/** A spreadsheet would run a text that begins like a formula. A figure, which may be below zero, it can only add up. */
export const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^-?[\d.,]+$/.test(text) ? `'${text}` : text

/**
 * A spreadsheet that opens a CSV drops the leading zeros of such a text, and all but its first fifteen digits, or takes it for a
 * power of ten or a day of this year.
 */
const isSpoilt = /^(?:0\d+|\d{12,}|\d+[eE]\d+|\d{1,2}[-/]\d{1,2})$/
/** A tab behind it, as in banks' statements, keeps a job number or the number of an order a text. */
const kept = (text: string) => (isSpoilt.test(text) ? `${text}\t` : text)

/** One line of comma-separated values, without its end. */
export const csvLine = (cells: readonly string[]): string =>
  cells.map(cell => `"${kept(harmless(cell)).replaceAll('"', '""')}"`).join(',')

/** Returns a heading without the marks that sheets add to it. */
export const plainHeading = (cell: string): string => cell.replace(/[*＊\s]|[（(](?:必填|天)[）)]/g, '')
