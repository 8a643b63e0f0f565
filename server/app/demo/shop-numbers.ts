import { randomBytes } from 'node:crypto'
import type { GatewayName } from '#contract/shop.ts'
import { dayInChina } from '#server/core/service-time.ts'

/** Returns an order number like `newNumber` does, but the same each time: the day, and digits that reveal no count. */
export const orderNumber = (at: Date, index: number): string =>
  `${dayInChina(at.getTime()).replaceAll('-', '')}${String((index * 7_919_083_651 + 4_820_117_733) % 10 ** 10).padStart(10, '0')}`

let made = 0
/** Returns a UUIDv7 of a past instant, because rows are sorted by id. */
export function idAt(at: Date): string {
  made = (made + 1) % 4096
  const [time, tail] = [at.getTime().toString(16).padStart(12, '0'), randomBytes(8).toString('hex')]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${made.toString(16).padStart(3, '0')}-8${tail.slice(0, 3)}-${tail.slice(3, 15)}`
}

const gateways: GatewayName[] = ['transfer', 'alipay', 'wechat', 'alipay']

/** Identifies a company's n-th purchase of hours in both its ledger and its order. Each has 1,800 person-days. */
export function hoursPurchase(company: number, index: number, at: Date) {
  return {
    number: orderNumber(at, 500 + company * 50 + index),
    gateway: gateways[index % gateways.length] ?? 'alipay',
    ...(index % 3 === 1 ? { quantity: 20, days: 90 } : { quantity: 60, days: 30 }),
  }
}
