import { expect, test } from 'vitest'
import { makeIntent } from './intent.ts'

const order = { kind: 'purchase', items: [{ sku_id: 'a', quantity: 1 }] }

test('a retry of the same content keeps the key; other content or a completed order gets another', () => {
  const intent = makeIntent()
  const first = intent.keyFor(order)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(intent.keyFor({ ...order })).toBe(first)
  const other = intent.keyFor({ ...order, coupon_id: 'c' })
  expect(other).not.toBe(first)
  intent.end()
  expect(intent.keyFor({ ...order, coupon_id: 'c' })).not.toBe(other)
})

test('a different file counts as other content', () => {
  const intent = makeIntent()
  const file = (text: string) => new File([text], 'scan.pdf', { lastModified: 1 })
  const first = intent.keyFor({ file: file('one') })
  expect(intent.keyFor({ file: file('one') })).toBe(first)
  expect(intent.keyFor({ file: file('three') })).not.toBe(first)
})
