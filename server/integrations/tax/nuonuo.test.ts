import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { nuonuoCounterpart } from '#server/testing/nuonuo-counterpart.ts'
import { createNuonuo } from './nuonuo.ts'
import { nuonuoSignature } from './nuonuo-sign.ts'
import { TaxFailure, type TaxInvoice } from './tax.ts'

const invoice: TaxInvoice = {
  ...{ serial: '20261124ABCDEF012345', kind: 'normal', title: '海岚贸易', tax_number: '91440300MA5F0000X' },
  ...{ address: '', phone: '', bank: '', bank_account: '', email: 'a@example.com', remark: '' },
  asked_at: '2026-11-24T02:00:00.000Z',
  lines: [{ name: '信息技术服务', about: 'D1', included: 10_600, tax: 600, rate: 6 }],
}
async function nuonuo(more: Record<string, string> = {}) {
  const counterpart = await nuonuoCounterpart()
  return { ...counterpart, tax: createNuonuo(readConfig({ ...counterpart.environment, ...more })) }
}
const failureOf = async (asking: Promise<unknown>) => {
  const error = await asking.catch((reason: unknown) => reason)
  if (!(error instanceof TaxFailure)) throw new Error(`expected a TaxFailure, got ${JSON.stringify(error)}`)
  return error
}

test('the signature equals one that the live gateway accepted', () => {
  // The input and the signature accepted by the gateway are published with Odoo's client.
  expect(
    nuonuoSignature({
      ...{ appKey: 'APPKEY', appSecret: 'SECRET', senid: 'SENID', nonce: '12345678' },
      ...{ timestamp: '1700000000', content: '{"a":1}' },
    }),
  ).toBe('7iSZiR+0g+376QEJ38xLM+3vGDs=')
})

test('the same number with the same content is one invoice, with another content it is refused', async () => {
  const { tax, invoices } = await nuonuo()
  expect(await tax.query(invoice.serial)).toEqual({ state: 'absent' })
  await tax.issue(invoice)
  await tax.issue(invoice)
  expect(await tax.query(invoice.serial)).toMatchObject({ state: 'issued', amount: 10_600 })
  expect(invoices.size).toBe(1)
  const other = { ...invoice, title: '别家' }
  expect(await failureOf(tax.issue(other))).toMatchObject({ retry: false, message: expect.stringContaining('E9113') })
})

test.each([
  ['sums that do not add up', { lines: [{ name: '服务', about: 'D1', included: 10_600, tax: 640, rate: 6 }] }],
  ['no line', { lines: [] }],
  ['a number that is too long', { serial: '20261124ABCDEF0123456' }],
  ['a special invoice without an address', { kind: 'special' as const }],
])('%s is a permanent failure', async (_what, wrong) => {
  const { tax } = await nuonuo()
  expect((await failureOf(tax.issue({ ...invoice, ...wrong }))).retry).toBe(false)
})

test.each([
  ['another secret', { TAX_APP_SECRET: 'wrong', TAX_ACCESS_TOKEN: 'token-0' }, '签名'],
  ['another token', { TAX_ACCESS_TOKEN: 'other' }, 'token'],
  ['another seller', { TAX_SELLER_NUMBER: '91440300MA5OTHER0' }, '税号'],
  ['another app', { TAX_APP_KEY: 'other', TAX_ACCESS_TOKEN: 'token-0' }, 'app'],
  ['no service there', { TAX_GATEWAY: 'http://127.0.0.1:9/open/v1/services' }, '应答'],
])('%s may be retried, and the reason is given', async (_what, more, reason) => {
  const { tax } = await nuonuo(more)
  expect(await failureOf(tax.query(invoice.serial))).toMatchObject({
    retry: true,
    message: expect.stringContaining(reason),
  })
})

test('a file beyond the size limit is refused', async () => {
  const { tax, faults } = await nuonuo()
  await tax.issue(invoice)
  const issued = await tax.query(invoice.serial)
  if (issued.state !== 'issued') return expect.unreachable()
  faults.pdf = Buffer.alloc(2000)
  expect((await failureOf(tax.download(issued.pdfUrl, 1000))).message).toContain('过大')
  expect(await tax.download(issued.pdfUrl, 2000)).toHaveLength(2000)
})
