import { expect, test } from 'vitest'
import { formatTimeInChina, money, moneyChange, parseTimeInChina, parseYuan, yuan } from './yuan.ts'

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [10, '0.10'],
  [123_450, '1234.50'],
  [9_007_199_254_740_991, '90071992547409.91'],
  [-1, '-0.01'],
  [-150, '-1.50'],
  [-123_450, '-1234.50'],
])('%s fen are formatted as %s', (fen, text) => expect(yuan(fen)).toBe(text))

test.each([
  [0, '¥0.00'],
  [99_999, '¥999.99'],
  [123_450, '¥1,234.50'],
  [123_456_789_012, '¥1,234,567,890.12'],
  [-123_450, '−¥1,234.50'],
])('%s fen are shown as %s', (fen, text) => expect(money(fen)).toBe(text))

test.each([
  [150, '+¥1.50'],
  [-123_450, '−¥1,234.50'],
])('a change of %s fen is shown as %s', (fen, text) => expect(moneyChange(fen)).toBe(text))

test.each([
  ['0.01', 1],
  ['1234.5', 123_450],
  ['19.99', 1999],
  ['8', 800],
  ['', undefined],
  ['-1', undefined],
  ['1.234', undefined],
  ['1e3', undefined],
  ['1,000.00', undefined],
  [' 1', undefined],
  ['.5', undefined],
  ['１', undefined],
])('%s is parsed as %s fen', (text, fen) => expect(parseYuan(text)).toBe(fen))

test('times are parsed and formatted in China’s time zone', () => {
  expect(formatTimeInChina('2026-11-20T16:30:00.999Z')).toBe('2026-11-21 00:30:00')
  expect(parseTimeInChina('2026-11-21 00:30:00')).toBe('2026-11-20T16:30:00.000Z')
  for (const text of ['', '2026-13-41 00:00:00', '2026-11-21', 'undefined'])
    expect(parseTimeInChina(text)).toBeUndefined()
})
