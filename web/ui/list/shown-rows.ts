import { csvLine } from '#contract/spreadsheet.ts'
import { saveBlob } from '../save-file.ts'

// biome-ignore lint/performance/useDomNodeTextContent: the text content would join a cell's two lines into one word
const cellText = (cell: HTMLElement) => cell.innerText.replaceAll(/\s+/g, ' ').trim()
const isData = (cell: Element): cell is HTMLElement =>
  cell instanceof HTMLElement && !cell.matches('.table-check, .table-actions')

/** Returns the displayed table of a list as CSV: its visible columns with their displayed texts. */
export function shownRows(table: HTMLTableElement): string {
  const lines = [...table.rows].map(row => csvLine([...row.cells].filter(isData).map(cellText)))
  // Excel recognises UTF-8 only by this byte order mark.
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Makes the browser download the displayed rows of a list. */
export function saveShownRows(table: HTMLTableElement, name: string): void {
  saveBlob(new Blob([shownRows(table)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
