import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { alipayCounterpart, alipayEnvironment } from '#server/testing/alipay-counterpart.ts'
import { alipayBill, wechatBill } from '#server/testing/bills.ts'
import { wechatCounterpart, wechatEnvironment } from '#server/testing/wechat-counterpart.ts'
import { createAlipay } from './alipay.ts'
import { readAlipayBill } from './alipay-bill.ts'
import type { BillEntry } from './gateway.ts'
import { GatewayFailure } from './gateway-failure.ts'
import { createWechat } from './wechat.ts'
import { readWechatBill } from './wechat-bill.ts'

const day = '2026-11-20'
const entries: BillEntry[] = [
  { outTradeNo: '20261120A1', outRefundNo: null, tradeNo: '2026112022001400', amount: 123_450 },
  { outTradeNo: '20261120A1', outRefundNo: 'R20261120B2', tradeNo: '2026112022001400', amount: 23_405 },
]
const environment = { PUBLIC_URL: 'https://portal.example.com' }

async function alipay() {
  const counterpart = await alipayCounterpart()
  const config = readConfig({ ...alipayEnvironment, ALIPAY_GATEWAY: counterpart.gateway, ...environment })
  return { ...counterpart, gateway: await createAlipay(config), made: alipayBill }
}
async function wechat() {
  const counterpart = await wechatCounterpart()
  const config = readConfig({ ...wechatEnvironment, WECHAT_BASE_URL: counterpart.baseUrl, ...environment })
  return { ...counterpart, gateway: await createWechat(config), made: wechatBill }
}

test('a day’s bill is read from Alipay, and a day without one is reported as none', async () => {
  const { gateway, bills } = await alipay()
  expect(await gateway.bill(day)).toBeUndefined()
  bills.set(day, alipayBill(entries))
  expect(await gateway.bill(day)).toEqual(entries)
})

test('a day’s bill is read from WeChat Pay, and a day without a bill is reported as such', async () => {
  const { gateway, bills } = await wechat()
  expect(await gateway.bill(day)).toBeUndefined()
  bills.set(day, wechatBill(entries))
  expect(await gateway.bill(day)).toEqual(entries)
})

test('a WeChat Pay bill altered in transit is rejected', async () => {
  const { gateway, bills, faults } = await wechat()
  bills.set(day, wechatBill(entries))
  faults.alter = text => (text === 'bill' ? wechatBill(entries.slice(1)) : text)
  await expect(gateway.bill(day)).rejects.toThrow('与它的摘要不符')
})

test('only the download from WeChat Pay is signed by the merchant', async () => {
  const { gateway, bills, faults } = await wechat()
  bills.set(day, wechatBill(entries))
  faults.alter = text => text.replace(/http:\/\/127\.0\.0\.1:\d+/, 'http://127.0.0.1:1')
  await expect(gateway.bill(day)).rejects.toThrow(GatewayFailure)
})

const cut = (text: string) => text.split('\r\n').slice(0, -4).join('\r\n')

test.each([
  ['an empty file', () => readWechatBill(Buffer.from(''))],
  ['a bill without its sums', () => readWechatBill(Buffer.from(cut(wechatBill(entries))))],
  ['a bill that lacks a row', () => readWechatBill(Buffer.from(wechatBill(entries).replace(/\r\n.*REFUND.*/, '')))],
  ['a row with a column too many', () => readWechatBill(Buffer.from(wechatBill(entries).replace('`CNY', '`CNY,')))],
  ['an amount that is none', () => readWechatBill(Buffer.from(wechatBill(entries).replaceAll('`1234.50', '`1e3')))],
  ['what is no archive', () => readAlipayBill(Buffer.from('{"code":40004}'))],
  ['an archive without the table', () => readAlipayBill(zipSync({ 'a.csv': Buffer.from('支付宝交易号') }))],
])('%s is refused and never taken for a shorter bill', (_what, read) => {
  expect(read).toThrow(GatewayFailure)
})
