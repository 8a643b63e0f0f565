import { expect, test } from 'vitest'
import { fenOf, isNumberOrAmount, yuanPattern } from './amount.ts'

test.each([
  ['58', 5800],
  ['1,058.5', 105_850],
  ['１，０５８．５０', 105_850],
  ['¥58.00', 5800],
  ['￥５８', 5800],
  [' 1058.00\t', 105_800],
])('%j is an amount', (typed, fen) => {
  expect(typed).toMatch(yuanPattern)
  expect(fenOf(typed)).toBe(fen)
})

test.each(['', '-58', '58.005', '5 8', '58元', '1,05', '¥'])('%j is none', typed => {
  expect(typed).not.toMatch(yuanPattern)
})

test.each([
  ['R2026112812000000000123', true],
  ['202611281200000001-T1', true],
  ['1234 5678', true],
  ['58.00', true],
  ['蓝帆', false],
  ['3M', false],
  ['2026蓝帆', false],
])('%j as a number or an amount: %s', (keyword, is) => {
  expect(isNumberOrAmount(keyword)).toBe(is)
})
