import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { employee, manager, openPage, refuse } from '#web/testing/open-page.tsx'

const order_id = newId()
const success = `/pages/buySuccess/buySuccess?order_id=${order_id}&trade_status=TRADE_SUCCESS`
const failure = `/pages/buyFailed/buyFailed?order_id=${order_id}`
const title = async (name: string) => screen.findByRole('heading', { level: 1, name })

test('the success address shows the order’s real state', async () => {
  openPage(success, { getOrderDetailByOrderId: { order_id, state: 'pending' } })
  await title('还没有收到这笔订单的付款')
  expect(screen.getByRole('link', { name: '去支付' }).getAttribute('href')).toBe(
    `/control/cashier?order_id=${order_id}`,
  )
})

test('the failure address shows the order’s real state', async () => {
  openPage(failure, { getOrderDetailByOrderId: { order_id, state: 'fulfilled', payable: 5800 } })
  await title('这笔订单已经支付成功')
  expect(screen.queryByRole('link', { name: /支付/ })).toBeNull()
})

test('the owner of a frozen company is told why instead of being sent to a manager', async () => {
  const { user_info } = manager.wGetUserInfo
  const frozen = { ...user_info, is_company_manager: 0, frozen_reason: '' } as const
  openPage(success, { wGetUserInfo: { user_status: 1, user_info: frozen } }, { manages: false })
  await screen.findByText('企业已被冻结，请联系客服。')
})

test('a closed order says why', async () => {
  const closed = { from: 'pending', to: 'closed', note: '无法开通：优惠券已不能用于此订单' } as const
  openPage(success, { getOrderDetailByOrderId: { order_id, state: 'closed', events: [closed] } })
  await screen.findByText(/^无法开通：优惠券已不能用于此订单。/)
})

test.each([
  [['wechat'], '微信支付'],
  // Money that came twice at two gateways: the order does not say which of them pays it and which goes back.
  [['alipay', 'wechat'], undefined],
] as const)('paid by %j, the order is shown as paid by %s', async (gateways, shown) => {
  const payments = gateways.map(gateway => ({ gateway, state: 'paid' as const }))
  openPage(success, { getOrderDetailByOrderId: { order_id, state: 'fulfilled', payable: 5800, payments } })
  await title('支付成功')
  expect(screen.queryByText('支付方式')?.nextElementSibling?.textContent).toBe(shown)
})

test('whoever paid in the console stays in its frame, and what was bought comes next', async () => {
  const [bound, unbound] = [newId(), newId()]
  openPage(success, {
    getOrderDetailByOrderId: {
      order_id,
      state: 'fulfilled',
      product: 'line',
      payable: 5800,
      kind: 'purchase',
      lines: [
        { svp_id: bound, address: '198.18.1.1' },
        { svp_id: unbound, address: null },
      ],
    },
  })
  await title('支付成功')
  expect(screen.getByRole('link', { name: '绑定地址' }).getAttribute('href')).toBe(
    `/control/managelinedetails?svp_id=${unbound}`,
  )
  const menu = screen.getByRole('navigation', { name: '控制台菜单' })
  expect(within(menu).getByRole('link', { current: true }).textContent).toContain('订单记录')
  const tabs = screen.getByRole('navigation', { name: '已打开的页面' })
  expect(within(tabs).getByRole('link', { current: 'page' }).textContent).toMatch(/^订单结果/)
})

test.each([
  ['an unknown order', success],
  ['an address without an order', '/pages/buySuccess/buySuccess'],
])('%s is reported as not found, and leads a manager to the orders', async (_, address) => {
  openPage(address, { getOrderDetailByOrderId: refuse(-49010, '订单不存在') })
  await title('没有找到这笔订单')
  expect(screen.getByRole('link', { name: '查看订单记录' }).getAttribute('href')).toBe('/control/orderrecord')
})

test.each([failure, '/pages/buySuccess/buySuccess'])(
  'an employee is told at %s that managers view orders, without a request, and led to their own page',
  async address => {
    const { calls } = openPage(address, employee)
    await title('订单由企业管理员查看')
    expect(screen.getByRole('link', { name: '查看个人信息' }).getAttribute('href')).toBe('/personaldetails')
    expect(screen.queryByRole('navigation', { name: '控制台菜单' })).toBeNull()
    expect(calls('getOrderDetailByOrderId')).toEqual([])
  },
)

test('a failed payment returned to the success address is redirected to the failure address', async () => {
  openPage(success, { getOrderDetailByOrderId: { order_id, state: 'pending', payments: [{ state: 'failed' }] } })
  await title('支付没有完成')
  expect(location.pathname + location.search).toBe(failure)
})

test.each([
  [[], '充值的金额已计入余额。', '查看余额', '/control/balance'],
  [[{}, {}], '所选的 2 个订单随之支付；其间已不能支付的，款项留在余额里。', '查看各订单', '/control/orderrecord'],
])('a top-up that pays %j opens no lines', async (pays, text, label, to) => {
  openPage(success, {
    getOrderDetailByOrderId: { order_id, state: 'fulfilled', product: 'balance', payable: 5800, pays },
  })
  await title('支付成功')
  await screen.findByText(text)
  expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(to)
})

test('the bar shows the days that were bought at once', async () => {
  openPage(success, {
    getOrderDetailByOrderId: { order_id, state: 'fulfilled', product: 'hours', payable: 5800, kind: 'purchase' },
    getServiceBalance: { balance: 3390 },
  })
  await title('支付成功')
  await screen.findByText('3,390')
})
