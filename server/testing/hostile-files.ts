import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { onePage } from './pdf.ts'
import { zip } from './zip.ts'

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Builds a workbook of one sheet by hand, with `data` beside the rows. */
export const workbook = (data: string, more: [string, string][] = []): Buffer => workbookOf([{ data }], more)

/** Builds a workbook by hand. */
export function workbookOf(sheets: { data: string; state?: string }[], more: [string, string][] = []): Buffer {
  const listed = sheets.map(
    ({ state = 'visible' }, at) => `<sheet name="a${at}" sheetId="${at + 1}" state="${state}" r:id="s${at}"/>`,
  )
  const related = sheets.map(
    (_, at) => `<Relationship Id="s${at}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const files: [string, string][] = [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${related.join('')}<Relationship Id="r2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ],
    ...sheets.map(({ data }, at): [string, string] => [
      `xl/worksheets/sheet${at + 1}.xml`,
      `<worksheet xmlns="${spreadsheet}">${data}</worksheet>`,
    ]),
    ...more,
  ]
  return zip(files.map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]))
}

const rows = (...cells: string[]) => `<sheetData>${cells.join('')}</sheetData>`

const sharing = (row: number) =>
  `<row r="${row}">${[...'ABCDEFGHIJ'].map(column => `<c r="${column}${row}" t="s"><v>0</v></c>`).join('')}</row>`

/** Small XLSX files that cost a careless reader minutes or gigabytes. None may be read. */
export const hostileSheets = (): Record<string, Buffer> => ({
  'cells in a comment': workbook(`<!--${'<c '.repeat(100_000)}-->${rows()}`.replace('-->', '')),
  'a tag of 100,000 attributes': workbook(
    rows(`<row ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
  ),
  'elements nested 100,000 times': workbook('<a>'.repeat(100_000) + '</a>'.repeat(100_000)),
  'shared texts nested 100,000 times': workbook(rows(), [['xl/sharedStrings.xml', `<sst>${'<r>'.repeat(100_000)}`]]),
  'a text that 40,000 cells share': workbook(rows(...Array.from({ length: 4_000 }, (_, at) => sharing(at + 1))), [
    ['xl/sharedStrings.xml', `<sst xmlns="${spreadsheet}"><si><t>${'a'.repeat(3_000)}</t></si></sst>`],
  ]),
  'a document type with entities': workbook(rows(), [
    [
      'xl/sharedStrings.xml',
      '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><sst>&c;</sst>',
    ],
  ]),
  'a name that occurs twice': workbook(rows(), [['xl/worksheets/sheet1.xml', '<worksheet/>']]),
  'a cell at the far end': workbook(rows('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
  'cells without references in a far row': workbook(rows(`<row r="1048576">${'<c/>'.repeat(9)}</row>`)),
  'a row whose number is none': workbook(rows('<row r="x"><c/></row><row r="1048576"><c r="XFD1048576"/></row>')),
  'a million empty rows': workbook(rows('<row/>'.repeat(1_000_000))),
  'a bomb of 100 MB': workbook(' '.repeat(100 * 1024 * 1024)),
})

/** PDF files that cost a careless reader seconds, or gigabytes. */
export const hostilePdfs = (): Record<string, Buffer> => ({
  'names of escapes': Buffer.concat([onePage(`/${'#41'.repeat(2_600_000)} 1`)]),
  'arrays nested a million times': onePage(`/A ${'['.repeat(1_000_000)}`),
  'a million streams without an end': onePage('>>\nstream\n'.repeat(700_000)),
  'compressed objects of 4 GB': onePage(
    `>> endobj 9 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n${deflateSync(
      Buffer.alloc(256 * 1024 * 1024),
    ).toString('latin1')}\nendstream`,
  ),
})

/** Pictures that take gigabytes to draw, or as long as is allowed. */
export const hostilePictures = async (): Promise<Record<string, Buffer>> => ({
  '400 megapixels': await plain(20_000, 20_000),
  '49 megapixels': await plain(7_000, 7_000),
})

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()
