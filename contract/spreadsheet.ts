/** A spreadsheet would run a text that begins like a formula. A figure, which may be below zero, it can only add up. */
export const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^-?[\d.,]+$/.test(text) ? `'${text}` : text

/** One line of comma-separated values, without its end. */
export const csvLine = (cells: readonly string[]): string =>
  cells.map(cell => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')
