import { csvLine } from '#contract/spreadsheet.ts'
import { saveBlob } from '../save-file.ts'

// biome-ignore lint/performance/useDomNodeTextContent: the text content would join a cell's two lines into one word
const cellText = (cell: HTMLElement) => cell.innerText.replaceAll(/\s+/g, ' ').trim()
const isData = (cell: Element): cell is HTMLElement =>
  cell instanceof HTMLElement && !cell.matches('.table-check, .table-actions')

/** Returns what a list's table shows, as CSV: its visible columns, in the words that stand there. */
export function shownRows(table: HTMLTableElement): string {
  const lines = [...table.rows].map(row => csvLine([...row.cells].filter(isData).map(cellText)))
  // Excel reads a file as UTF-8 only when it begins with this mark.
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Makes the browser download what a list shows. */
export function saveShownRows(table: HTMLTableElement, name: string): void {
  saveBlob(new Blob([shownRows(table)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
