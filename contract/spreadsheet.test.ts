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
