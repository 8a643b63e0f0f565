import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const minute = 60_000

test('the countdown follows the server’s clock rather than this computer’s', async () => {
  // This computer's clock is ten minutes slow: alone it would count down from forty.
  const order = { state: 'pending', pays_until: at(40 * minute) } as const
  openPage(`/control/cashier?order_id=${newId()}`, { getOrderDetailByOrderId: order }, { clock: 10 * minute })
  const timer = await screen.findByRole('timer', { name: '剩余支付时间' })
  await expect.poll(() => timer.textContent).toMatch(/^(2\d:\d\d|30:00)$/)
})

test('an order cancelled elsewhere can no longer be paid: the cashier says so and offers to order again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const [order_id, again] = [newId(), newId()]
  const order = { order_id, payable: 5800, pays_until: at(30 * minute), operas: ['renew'] } as const
  const { user, answers } = openPage(`/control/cashier?order_id=${order_id}`, {
    getOrderDetailByOrderId: { ...order, state: 'pending' },
    orderOpera: { order_id: again },
  })
  await screen.findByRole('timer', { name: '剩余支付时间' })
  answers.getOrderDetailByOrderId = ({ order_id: requested }) =>
    requested === order_id
      ? { ...order, state: 'cancelled' }
      : { order_id: again, state: 'pending', pays_until: order.pays_until }
  await vi.advanceTimersByTimeAsync(8000)
  await screen.findByText('订单已取消')
  expect(screen.queryByRole('button', { name: /^支付 ¥/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '再次购买' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '下单并去支付' }))
  await expect.poll(() => location.search).toBe(`?order_id=${again}`)
  await screen.findByRole('timer', { name: '剩余支付时间' })
})

test('an order past its deadline is read until it is closed, even if each answer takes long', async () => {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: [...toFake] })
  const order = { state: 'pending', pays_until: at(-minute) } as const
  const { answers, calls } = openPage(`/control/cashier?order_id=${newId()}`, { getOrderDetailByOrderId: order })
  await screen.findByText(/订单正在关闭/)
  let close = (_: object) => {}
  answers.getOrderDetailByOrderId = () =>
    new Promise<object>(resolve => {
      close = resolve
    })
  await act(() => vi.advanceTimersByTimeAsync(3500))
  await act(() => vi.advanceTimersByTimeAsync(7000))
  expect(calls('getOrderDetailByOrderId')).toHaveLength(2)
  close({ ...order, state: 'cancelled' })
  await screen.findByText('订单已取消')
})

test('an order closed elsewhere stops counting as soon as the change is told, before the next poll', async () => {
  const order = { pays_until: at(30 * minute) } as const
  const { answers, calls } = openPage(`/control/cashier?order_id=${newId()}`, {
    getOrderDetailByOrderId: { ...order, state: 'pending' },
  })
  await screen.findByRole('timer', { name: '剩余支付时间' })
  answers.getOrderDetailByOrderId = { ...order, state: 'cancelled' }
  // The page starts and stops listening once its effects have run.
  await act(async () => {})
  announceCompanyChange()
  await screen.findByText('订单已取消', {}, { timeout: 5000 })
  await act(async () => {})
  announceCompanyChange()
  await new Promise(resolve => setTimeout(resolve, 60))
  expect(calls('getOrderDetailByOrderId')).toHaveLength(2)
})

const line = { product: 'line', kind: 'purchase' } as const
test.each([
  ['超过支付时间', []],
  ['无法开通：库存不足，请减少数量或更换地区', [{ kind: 'surplus', state: 'sending' }]],
] as const)('a closed order says why: %s', async (note, refunds) => {
  const events = [
    { from: null, to: 'pending', note: '' },
    { from: 'pending', to: 'closed', note },
  ] as const
  openPage(`/control/cashier?order_id=${newId()}`, {
    getOrderDetailByOrderId: { ...line, state: 'closed', events, refunds },
  })
  const back = refunds.length ? '收到的付款会原路退回。' : ''
  await screen.findByText(`${note}。订单关闭后不能再支付。保留的库存已释放。${back}`)
})

test('an unknown order is reported as not found', async () => {
  openPage(`/control/cashier?order_id=${newId()}`, { getOrderDetailByOrderId: refuse(-49010, '订单不存在') })
  await screen.findByRole('heading', { name: '没有找到这笔订单' })
})

test('once a part of a transfer has arrived, the rest of the sum is what the bank is to be told', async () => {
  const [order_id, payment_id] = [newId(), newId()]
  const state = { state: 'pending', payable: 10_000, pays_until: at(30 * minute) } as const
  openPage(`/control/cashier?order_id=${order_id}&payment_id=${payment_id}`, {
    getOrderDetailByOrderId: { order_id, ...state },
    getPayment: {
      ...{ payment_id, order_id, order_state: 'pending', gateway: 'transfer', state: 'created', amount: 10_000 },
      transfer: { received: 4000 },
    } as const,
  })
  const shown = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
  await screen.findByText('已到账 ¥40.00，还差 ¥60.00')
  expect(shown('还需汇款')?.textContent).toContain('¥60.00')
  expect(screen.queryByText('金额', { selector: 'dt' })).toBeNull()
  screen.getByText(/金额为还需汇款的 ¥60\.00/)
})

test('a balance that was spent elsewhere is shown as it is once it does not suffice, and is not offered again', async () => {
  const { user, answers, calls } = openPage(`/control/cashier?order_id=${newId()}`, {
    getOrderDetailByOrderId: { state: 'pending', product: 'hours', payable: 17_400, pays_until: at(30 * minute) },
    getGatewayList: { list: [{ gateway: 'balance', name: '余额', about: '' }] },
    getBalance: { amount: 20_000 },
    orderOpera: refuse(-50020, '余额不足，请先充值，还差：', '¥90.00'),
  })
  await screen.findByText('可用 ¥200.00，立即付清并开通')
  answers.getBalance = { amount: 8_400 }
  const orders = calls('getOrderDetailByOrderId').length
  await user.click(screen.getByRole('button', { name: '支付 ¥174.00' }))
  await screen.findByText('余额不足，请先充值，还差：¥90.00')
  await screen.findByText('可用 ¥84.00，不足以付清这笔订单')
  expect(screen.getByRole('button', { name: '支付 ¥174.00' })).toHaveProperty('disabled', true)
  // It may also have been paid or cancelled elsewhere.
  expect(calls('getOrderDetailByOrderId').length).toBeGreaterThan(orders)
})

test.each([
  ['while another waits', 'pending', '已取消：付款后，这部分留在余额里'],
  ['and none waits, when nothing can be paid', 'fulfilled', '已取消'],
] as const)('a joint payment says which of its orders it no longer pays, %s', async (_, state, words) => {
  const pays = [
    { order_id: newId(), order_number: '1', subject: '员工时长 1 人 × 30 天', payable: 5800, state },
    { order_id: newId(), order_number: '2', subject: '员工时长 2 人 × 30 天', payable: 11_600, state: 'cancelled' },
  ] as const
  const order = { product: 'balance', payable: 17_400, pays_until: at(30 * minute), items: [] } as const
  openPage(`/control/cashier?order_id=${newId()}`, {
    getOrderDetailByOrderId: { ...order, state: 'pending', pays: [...pays] },
  })
  await screen.findByText('订单 2')
  screen.getByText(words)
  expect(screen.queryAllByText(/留在余额里/)).toHaveLength(state === 'pending' ? 1 : 0)
})
