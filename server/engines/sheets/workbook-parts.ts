import { harmless } from '#contract/spreadsheet.ts'
import { lettersOf } from './places.ts'
import type { Sheet, SheetColumn } from './sheets.ts'

/** The XML of a workbook. Its texts are in their cells, not in a table of shared ones, so that rows can be written as they arrive. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Excel calls a workbook with a longer cell damaged. */
const longestText = 32_767
const cutMark = '…（过长，已截断）'

const cut = (value: string) =>
  value.length > longestText ? `${value.slice(0, longestText - cutMark.length)}${cutMark}` : value

/** What XML cannot express; a file with any of it does not open. Half of a surrogate pair may be left by a cut. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const inexpressible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A sheet reads `_x003D_` as the character of that number, unless its underscore is written in the same way. */
const reference = /_(?=x[\dA-F]{4}_)/gi

const escaped = (text: string) =>
  text
    .replaceAll(inexpressible, '')
    .replaceAll(reference, '_x005F_')
    .replaceAll(/[&<>"]/g, character => entities[character] ?? '')

/** The styles by their place in `styles`. The format `@` keeps phones and job numbers as text. */
const style = { heading: 1, text: 2, count: 3, amount: 4 }

const styles = `${declaration}<styleSheet xmlns="${main}"><fonts count="2">${['', '<b/>']
  .map(bold => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`)
  .join(
    '',
  )}</fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EFFC"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>${[
  49, 3, 4,
]
  .map(format => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
  .join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const sheetPath = (at: number) => `xl/worksheets/sheet${at + 1}.xml`

/** Returns the parts of a workbook beside its sheets, by their paths. */
export function partsOf(sheets: readonly Sheet[]): Record<string, string> {
  const each = (part: (sheet: Sheet, at: number) => string) => sheets.map(part).join('')
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (inner: string) =>
    `${declaration}<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/>${each(
      (_, at) => `<Override PartName="/${sheetPath(at)}" ContentType="${content}.worksheet+xml"/>`,
    )}</Types>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${each(
      ({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      `${each((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))}${relation(`rId${sheets.length + 1}`, 'styles', 'styles.xml')}`,
    ),
    'xl/styles.xml': styles,
  }
}

/** Writes the XML of one sheet piece by piece. */
export function sheetPart({ columns }: Sheet, at: number) {
  const letters = columns.map((_, column) => lettersOf(column))
  let row = 0
  const rowOf = (cells: string[]) => `<row r="${row}">${cells.join('')}</row>`
  const place = (column: number) => `${letters[column] ?? lettersOf(column)}${row}`
  return {
    path: sheetPath(at),
    head(): string {
      row = 1
      const widths = columns.map(
        ({ width, kind }, column) =>
          `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"${kind === 'text' ? ` style="${style.text}"` : ''}/>`,
      )
      const titles = columns.map(({ title }, column) => textCell(place(column), style.heading, title))
      return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${at ? '' : ' tabSelected="1"'} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowOf(titles)}`
    },
    rows: (rows: readonly (string | number)[][]): string =>
      rows
        .map(values => {
          row += 1
          return rowOf(values.map((value, column) => cellOf(place(column), value, columns[column]?.kind)))
        })
        .join(''),
    tail: (): string => '</sheetData></worksheet>',
  }
}

/** Amounts, in yuan on the sheet, and counts can be summed by a program. */
function cellOf(place: string, value: string | number, kind: SheetColumn['kind']): string {
  if (typeof value === 'string') return textCell(place, style.text, value)
  return kind === 'count'
    ? `<c r="${place}" s="${style.count}"><v>${value}</v></c>`
    : `<c r="${place}" s="${style.amount}"><v>${value / 100}</v></c>`
}

/** Marks as text whatever a program would run as a formula once the sheet is saved as CSV. */
const textCell = (place: string, of: number, value: string) =>
  value
    ? `<c r="${place}" s="${of}" t="inlineStr"><is><t xml:space="preserve">${escaped(cut(harmless(value)))}</t></is></c>`
    : `<c r="${place}" s="${of}"/>`
