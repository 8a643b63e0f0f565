import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

test('the ledger lists what changed the balance; a top-up continues to the cashier', async () => {
  const order_id = newId()
  const { user, calls } = openPage('/control/balance', {
    getBalance: { amount: 123_450 },
    getBalanceLedger: {
      list: [
        { kind: 'payment', amount: -5_800, balance_after: 123_450, order_number: '20261123', actor_name: '林海舟' },
        { kind: 'topup', amount: 129_250, balance_after: 129_250, actor_name: '支付宝' },
      ],
      total: 2,
    },
    topUpBalance: ({ amount }) => (amount === 100_000 ? { order_id } : refuse(-41003, '充值金额至少1元', 'amount')),
  })
  await screen.findByText('¥1,234.50', { selector: '.balance-sum strong' })
  await screen.findByText('+¥1,292.50')
  await user.click(screen.getByRole('button', { name: /充值/ }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('充值金额（元）'), '0.5')
  await user.click(within(dialog).getByRole('button', { name: '去支付' }))
  await screen.findByText(/请输入 ¥1.00 至/)
  expect(calls('topUpBalance')).toEqual([])
  await user.clear(within(dialog).getByLabelText('充值金额（元）'))
  await user.type(within(dialog).getByLabelText('充值金额（元）'), '1,000')
  await user.click(within(dialog).getByRole('button', { name: '去支付' }))
  await expect.poll(() => location.pathname + location.search).toBe(`/control/cashier?order_id=${order_id}`)
})

test('a balance that could not be read is read again', async () => {
  const { user, answers } = openPage('/control/balance', { getBalance: refuse(503, '服务繁忙') })
  await screen.findByText('服务繁忙')
  answers.getBalance = { amount: 123_450 }
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('¥1,234.50', { selector: '.balance-sum strong' })
})

const list = [
  { gateway: 'sandbox' as const, name: '沙箱收银台', about: '演示' },
  { gateway: 'balance' as const, name: '余额', about: '' },
]
const pending = () => ({
  state: 'pending' as const,
  pays_until: new Date(Date.now() + 1_800_000).toISOString(),
  payable: 5_800,
})

test('the cashier offers the balance if it is sufficient', async () => {
  openPage(`/control/cashier?order_id=${newId()}`, {
    getOrderDetailByOrderId: { ...pending(), product: 'hours' },
    getGatewayList: { list },
    getBalance: { amount: 5_799 },
  })
  const radio = await screen.findByRole('radio', { name: /余额/ })
  await screen.findByText(/不足以付清/)
  expect(radio).toHaveProperty('disabled', true)
})

test('the cashier never offers the balance to pay for a top-up', async () => {
  openPage(`/control/cashier?order_id=${newId()}`, {
    getGatewayList: { list },
    getOrderDetailByOrderId: { ...pending(), product: 'balance' },
    getBalance: { amount: 9_999_999 },
  })
  await screen.findByRole('radio', { name: /沙箱/ })
  expect(screen.queryByRole('radio', { name: /余额/ })).toBeNull()
})

test('pending orders that are selected are paid together', async () => {
  const [first, second, topUp] = [newId(), newId(), newId()]
  const row = { state: 'pending', product: 'hours', operas: ['pay'], payable: 5_800 } as const
  const { user, calls } = openPage('/control/orderrecord', {
    getOrderList: {
      list: [
        { ...row, order_id: first, order_number: '1001' },
        { ...row, order_id: second, order_number: '1002' },
        { ...row, order_id: newId(), order_number: '1003', state: 'fulfilled', operas: [] },
      ],
      total: 3,
    },
    payOrdersTogether: { order_id: topUp },
  })
  for (const number of ['1001', '1002', '1003'])
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(number) }))
  await user.click(screen.getByRole('button', { name: /合并支付 2 个待支付订单 ¥116.00/ }))
  await expect.poll(() => calls('payOrdersTogether')).toEqual([{ order_ids: [first, second] }])
  await expect.poll(() => location.search).toBe(`?order_id=${topUp}`)
})
