/** A row of a CSV, with the line of the file on which it begins. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** Decodes UTF-8, or the encoding of Chinese Windows and payment services; undefined if it is neither. */
export function decodeChinese(content: Uint8Array): string | undefined {
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(content)
    } catch {
      // Try the next encoding.
    }
  return undefined
}

/** Parses CSV as in RFC 4180, and allows the tabs that banks add to figures. */
export function parseCsv(text: string, separator = ','): CsvRow[] {
  const rows: CsvRow[] = []
  let [cells, cell, quoted, line, begun]: [string[], string, boolean, number, number] = [[], '', false, 1, 1]
  const endRow = () => {
    rows.push({ line: begun, cells: [...cells, cell] })
    ;[cells, cell] = [[], '']
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\n') line += 1
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (character === '"' && !cell.trim().replace(/^=$/, '')) {
      quoted = true
      cell = ''
    } else if (character === separator) {
      cells.push(cell)
      cell = ''
    } else if (character === '\n') {
      endRow()
      begun = line
    } else if (character !== '\r') cell += character
  }
  if (cell || cells.length) endRow()
  return rows
}
