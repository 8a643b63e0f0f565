import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'

const order_id = newId()
const [past, future] = ['2026-01-02T03:04:00.000Z', '2999-01-02T03:04:00.000Z']
const pending = {
  order_id,
  state: 'pending',
  product: 'hours',
  kind: 'purchase',
  payable: 5800,
  pays_until: future,
  operas: ['pay', 'cancel'],
} as const
const transfer = { gateway: 'transfer', state: 'created', amount: 5800 } as const
const inDrawer = `/control/orderrecord?order_id=${order_id}`
const atCashier = `/control/cashier?order_id=${order_id}`

async function cancelling(detail: object) {
  const page = openPage(inDrawer, { getOrderDetailByOrderId: { ...pending, ...detail } })
  await page.user.click(await screen.findByRole('button', { name: '取消订单' }))
  await screen.findByText(/^订单立即关闭/)
}

test('who cancels an order of which a part has arrived by bank is told how much, and that it goes back', async () => {
  await cancelling({ payments: [{ ...transfer, received: 2000 }] })
  expect((await screen.findByText(/^对公转账已到账/)).textContent).toBe(
    '对公转账已到账 ¥20.00：取消后由银行汇回，请不要再为这笔订单汇款。',
  )
  expect(screen.queryByText(/请先等待支付结果/)).toBeNull()
})

test.each([
  [past, /退回企业，但它已于 2026-01-02 11:04 过期，不能再用。$/],
  [future, /退回企业，2999-01-02 11:04 前可以再用。$/],
])(
  'who cancels an order with a coupon that is valid until %s is told what becomes of it',
  async (valid_until, words) => {
    const coupon = { coupon_id: newId(), name: '立减券', valid_until }
    await cancelling({ coupon_discount: 1000, coupon })
    await screen.findByText(words)
  },
)

test.each([
  ['waits for the rest', { state: 'created', received: 2000 }, '已到账 ¥20.00，还差 ¥38.00'],
  ['has come whole', { state: 'created', received: 5800 }, '已全部到账 ¥58.00，等待确认'],
  ['was another sum', { state: 'failed', arrived_amount: 50_000 }, '到账的 ¥500.00 没有计入订单，由平台退回'],
  ['is paid', { state: 'paid', received: 5800, arrived_amount: null }, undefined],
] as const)('the order shows what has arrived of a transfer that %s', async (_, payment, words) => {
  openPage(inDrawer, {
    getOrderDetailByOrderId: { ...pending, payments: [{ ...transfer, out_trade_no: '12345674', ...payment }] },
  })
  await screen.findByText('12345674')
  if (words) expect(screen.getByText(words)).toBeDefined()
  else expect(screen.queryByText(/到账/)).toBeNull()
})

test('the cashier names what has arrived before another way to pay is chosen', async () => {
  openPage(atCashier, {
    getOrderDetailByOrderId: {
      ...pending,
      payments: [
        { ...transfer, received: 2000 },
        { ...transfer, state: 'failed', arrived_amount: 50_000 },
      ],
    },
    getGatewayList: { list: [{ gateway: 'alipay', name: '支付宝', about: '' }] },
    getBalance: { amount: 0 },
  })
  await screen.findByText('已到账 ¥20.00，还差 ¥38.00。换用其他方式付清的，已到账的由银行汇回。')
  screen.getByText('到账的 ¥500.00 没有计入订单，由平台退回。请按应付金额重新支付。')
})

test('once all parts have arrived nobody is asked to send more, nor for a voucher', async () => {
  const payment_id = newId()
  openPage(`${atCashier}&payment_id=${payment_id}`, {
    getOrderDetailByOrderId: pending,
    getPayment: {
      ...{ payment_id, order_id, order_state: 'pending', gateway: 'transfer', state: 'created', amount: 5800 },
      transfer: { received: 5800 },
    } as const,
  })
  await screen.findByText('已全部到账 ¥58.00，等待确认')
  expect(screen.queryByText(/还需汇款|汇出其余款项/)).toBeNull()
  expect(screen.queryByRole('button', { name: '提交凭证' })).toBeNull()
})

test('a transfer of another sum is not reported as no payment', async () => {
  openPage(`/pages/buyFailed/buyFailed?order_id=${order_id}`, {
    getOrderDetailByOrderId: { ...pending, payments: [{ ...transfer, state: 'failed', arrived_amount: 50_000 }] },
  })
  await screen.findByText(/^到账的 ¥500\.00 没有计入订单，由平台退回。请在 2999-01-02 11:04 前完成支付/)
  expect(screen.queryByText(/没有收到付款/)).toBeNull()
})

test.each([
  ['issued', /已开的发票由财务红冲相应的金额/],
  ['asked', /已申请而未开的发票由财务驳回/],
] as const)(
  'who asks for a refund of an invoiced order (%s) is told what becomes of invoice and coupon',
  async (state, words) => {
    const { user } = openPage(inDrawer, {
      getOrderDetailByOrderId: {
        ...pending,
        ...{ state: 'fulfilled', coupon_discount: 1000, operas: ['refund'] },
        coupon: { coupon_id: newId(), name: '立减券', valid_until: past },
        invoice: { invoice_id: newId(), state },
      } as const,
      getRefundOffer: { offers: [{ kind: 'requested', amount: 5800, items: [] }], problem: '' },
    })
    await user.click(await screen.findByRole('button', { name: '申请退款' }))
    await screen.findByText(words)
    screen.getByText(/退款完成后退回企业，但它已于 2026-01-02 11:04 过期，不能再用。/)
  },
)
