import { expect, test } from 'vitest'
import { date, flag, formatPosition, oneOf, parsePosition, text, uuid, whole } from './address.ts'

const fields = {
  keyword: text(5),
  state: oneOf(['invited', 'active']),
  without_dept: flag,
  days: whole(1, 90),
  dept_id: uuid,
  from: date,
}
const id = '0198c5c1-1111-7abc-8def-000000000001'
const read = (text: string) => parsePosition(new URLSearchParams(text), fields)
const write = (place: Parameters<typeof formatPosition<typeof fields>>[2], before = '') =>
  String(formatPosition(new URLSearchParams(before), fields, place))

test('an empty address is the first page without filters', () => {
  expect(read('')).toEqual({ filters: {}, page: 1, size: 20, order: undefined })
})

test.each([
  ['state=gone', {}],
  ['state=active', { state: 'active' }],
  ['keyword=%20%20', {}],
  ['keyword=%20陈雨桐很长的名字', { keyword: '陈雨桐很长' }],
  ['without_dept=1', { without_dept: true }],
  ['without_dept=true', {}],
  ['days=0', {}],
  ['days=90', { days: 90 }],
  ['days=9e1', {}],
  [`dept_id=${id}`, { dept_id: id }],
  ['dept_id=1%27--', {}],
  ['from=2026-11-20', { from: '2026-11-20' }],
  ['from=2026-02-30', {}],
  ['from=2026-13-01', {}],
])('%s filters by %j', (text, filters) => {
  expect(read(text).filters).toEqual(filters)
})

test.each([
  ['page=-1', 1],
  ['page=1.5', 1],
  ['page=12', 12],
  ['page=999999999', 1],
])('%s is page %i', (text, page) => {
  expect(read(text).page).toBe(page)
})

test('only the offered page sizes are accepted', () => {
  expect(read('size=50').size).toBe(50)
  expect(read('size=5000').size).toBe(20)
})

test('what is written is read back, and parameters of others are kept', () => {
  const place = {
    filters: { keyword: '陈', state: 'active' as const, without_dept: true as const, days: 7 },
    page: 3,
    size: 50,
    order: 'name',
  }
  const text = write(place, 'tab=ledger&page=9&dept_id=x')
  expect(read(text)).toEqual(place)
  expect(new URLSearchParams(text).get('tab')).toBe('ledger')
  expect(new URLSearchParams(text).has('dept_id')).toBe(false)
})

test('default values are not written', () => {
  expect(write({ filters: {}, page: 1, size: 20, order: undefined })).toBe('')
})
