import { expect, test } from 'vitest'
import { csvLine, harmless } from './spreadsheet.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+8613800000001', "'+8613800000001"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['-', "'-"],
  ['-2+3', "'-2+3"],
  ['-12,300.50', '-12,300.50'],
  ['海风', '海风'],
  ['', ''],
])('a spreadsheet does not run %j', (text, shown) => expect(harmless(text)).toBe(shown))

test('a cell of a CSV may hold quotes, commas and lines', () => {
  expect(csvLine(['a', '', 'b"c', '=1,2\r\n3'])).toBe(`"a","","b""c","'=1,2\r\n3"`)
})

test.each(['007', '202611280930001', '1E5', '3-12', '12/1'])('a spreadsheet that opens a CSV keeps %j as it is', text =>
  expect(csvLine([text])).toBe(`"${text}\t"`),
)

test.each(['0', '0.50', '138', '13800000101', '2026-11-28', '1,200.00', '3 - 12'])('%j is written as it is', text =>
  expect(csvLine([text])).toBe(`"${text}"`),
)
