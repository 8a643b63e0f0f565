import { expect, test } from 'vitest'
import { hostileSheets, workbook, workbookOf } from '#server/testing/hostile-files.ts'
import read from './reading.ts'

const cell = (place: string, inner: string) => `<c r="${place}" t="n">${inner}</c>`
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`

test('values, computed cells and merged cells of the first sheet are read', async () => {
  const content = workbook(
    `<!-- <c r="A9"><f> --><sheetData>${row(1, cell('A1', '<v>1</v>'), cell('B1', '<v>2</v>'))}${row(
      2,
      cell('A2', '<f>A1&gt;1</f><v>3</v>'),
    )}${row(4, cell('A4', '<v>4</v>'))}</sheetData><mergeCells><mergeCell ref="A4:B900000"/></mergeCells>`,
  )
  expect(await read({ content, maxRows: 10 })).toEqual({
    rows: [
      ['1', '2'],
      ['3', ''],
      ['', ''],
      ['4', ''],
    ],
    roundedCells: [],
    formulaRows: [2],
    mergedRows: [4, 5, 6, 7, 8, 9, 10],
  })
})

test('a rare character is read as itself when a program wrote it as a number', async () => {
  const text = (inner: string) => `<c r="A1" t="inlineStr"><is><t>${inner}</t></is></c>`
  const of = async (inner: string) =>
    read({ content: workbook(`<sheetData>${row(1, text(inner))}</sheetData>`), maxRows: 9 })
  expect(await of('&#134071;&#13361;&#x1F468;&#38;&#x20bb7;')).toMatchObject({ rows: [['𠮷㐱👨&𠮷']] })
  // Java writes the two halves.
  expect(await of('&#55362;&#57271;')).toMatchObject({ rows: [['𠮷']] })
})

test('a number of more than fifteen digits is pointed out, because a sheet keeps no others', async () => {
  const cells = [cell('A1', '<v>7.49501234567891E18</v>'), cell('B1', '<v>999999999999999</v>')]
  expect(await read({ content: workbook(`<sheetData>${row(1, ...cells)}</sheetData>`), maxRows: 9 })).toMatchObject({
    rows: [['7495012345678910000', '999999999999999']],
    roundedCells: [{ row: 1, column: 0 }],
  })
})

test('a number is read with the leading zeros that its format shows', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="176" formatCode="0000"/><numFmt numFmtId="177" formatCode="0.00"/></numFmts><cellStyleXfs><xf numFmtId="176"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="176" applyNumberFormat="1"/><xf numFmtId="177"/></cellXfs></styleSheet>'
  const styled = (place: string, style: number, value: string) => `<c r="${place}" s="${style}"><v>${value}</v></c>`
  const cells = [
    ...[styled('A1', 1, '7'), styled('B1', 0, '7'), styled('C1', 2, '7'), styled('D1', 1, '12345')],
    ...[styled('E1', 1, '-7'), '<c r="F1" s="1" t="inlineStr"><is><t>7</t></is></c>'],
  ]
  const content = workbook(`<sheetData>${row(1, ...cells)}</sheetData>`, [['xl/styles.xml', styles]])
  expect(await read({ content, maxRows: 9 })).toMatchObject({ rows: [['0007', '7', '7', '12345', '-7', '7']] })
})

test('cells and rows without a reference are those that follow', async () => {
  const text = (inner: string) => `<c t="inlineStr"><is><t>${inner}</t></is></c>`
  const content = workbook(
    `<sheetData><row>${text('手机号')}<c/>${text('姓名')}</row><row r="3">${text('a')}<c r="C3"><v>5</v></c><c><f>1+1</f><v>2</v></c></row><row><c><v>7</v></c></row></sheetData>`,
  )
  expect(await read({ content, maxRows: 9 })).toMatchObject({
    rows: [
      ['手机号', '', '姓名', ''],
      ['', '', '', ''],
      ['a', '', '5', '2'],
      ['7', '', '', ''],
    ],
    formulaRows: [3],
  })
})

test('the first sheet is the first that a person sees', async () => {
  const content = workbookOf([
    { state: 'veryHidden', data: `<sheetData>${row(1, cell('A1', '<v>1</v>'))}</sheetData>` },
    { data: `<sheetData>${row(1, cell('A1', '<f>1+1</f><v>2</v>'))}</sheetData>` },
  ])
  expect(await read({ content, maxRows: 9 })).toMatchObject({ rows: [['2']], formulaRows: [1] })
})

test('a NUL, which no database parameter may contain, becomes another character that no field accepts', async () => {
  const text = '<c r="A1" t="inlineStr"><is><t>A_x0000_1</t></is></c>'
  const content = workbook(`<sheetData>${row(1, text)}</sheetData>`)
  expect(await read({ content, maxRows: 10 })).toMatchObject({ rows: [['A\u00011']] })
})

test.each(Object.entries(hostileSheets()))('%s is refused without being read', async (_, content) => {
  const before = process.cpuUsage()
  expect(await read({ content, maxRows: 5_000 })).toEqual({
    problem: expect.stringMatching(/^(unreadable|too many rows)$/),
  })
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e6).toBeLessThan(1.5)
})

test('100,000 merges of all rows take no longer than one', async () => {
  const merges = '<mergeCell ref="A1:B1048576"/>'.repeat(100_000)
  const reading = await read({
    content: workbook(`<sheetData>${row(1, cell('A1', '<v>1</v>'))}</sheetData>${merges}`),
    maxRows: 5_000,
  })
  expect(reading).toMatchObject({ rows: [['1']] })
})
