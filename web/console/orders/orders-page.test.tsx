import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

test('records that failed to load can be retried', async () => {
  const { user, answers } = openPage('/control/orderrecord', {
    getOrderList: refuse(500, '服务出现问题，请稍后重试'),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('服务出现问题，请稍后重试')
  answers.getOrderList = {}
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('还没有订单')
})

test('the address’s filters apply to list and export; without a match they can be cleared', async () => {
  const filters = { state: 'fulfilled', from: '2026-11-01', to: '2026-11-20' } as const
  const { user, calls, answers } = openPage(`/control/orderrecord?${new URLSearchParams(filters)}&kind=nonsense`, {
    getOrderList: ({ keyword }) => (keyword ? {} : { list: [{ order_number: '2026112000001' }], total: 1 }),
    exportOrders: { url: '#', file_name: '订单.xlsx', rows: 1 },
  })
  await screen.findByText('共 1 个订单')
  await user.click(screen.getByRole('button', { name: /导出$/ }))
  await screen.findByText('已导出 1 行，正在下载')
  expect(calls('exportOrders')).toEqual([filters])
  answers.getOrderList = {}
  await user.type(screen.getByRole('searchbox', { name: /搜索/ }), '没有')
  await screen.findByText('没有符合条件的订单')
  expect(calls('getOrderList').at(-1)).toMatchObject({ ...filters, keyword: '没有' })
  await user.click(screen.getAllByRole('button', { name: '清除筛选' }).at(-1) ?? document.body)
  await expect.poll(() => location.search).toBe('')
})

const paid = { order_id: newId(), state: 'fulfilled', product: 'hours', payable: 10_000, invoice: null } as const

test('an order of which a part is being refunded names the lines, and no invoice is requested for it', async () => {
  openPage(`/control/orderrecord?order_id=${paid.order_id}`, {
    getOrderDetailByOrderId: {
      ...paid,
      returned_amount: 2_424,
      refunded_amount: 0,
      refunds: [{ kind: 'unused', state: 'asked', amount: 2_424, line_names: ['东京-01', '东京-03'] }],
    },
  })
  await screen.findByText('退款处理中，办结后可以申请发票')
  screen.getByText('退 东京-01、东京-03')
  expect(screen.queryByRole('button', { name: '申请发票' })).toBeNull()
})

test.each([
  ['自动续费', true],
  ['陈一', false],
])('whoever cancels an order of %s is told whether its line goes on renewing itself', async (buyer_name, warned) => {
  const pending = {
    ...paid,
    state: 'pending',
    product: 'line',
    kind: 'renewal',
    buyer_name,
    operas: ['cancel'],
  } as const
  const { user } = openPage(`/control/orderrecord?order_id=${paid.order_id}`, { getOrderDetailByOrderId: pending })
  await user.click(await screen.findByRole('button', { name: '取消订单' }))
  await screen.findByText(/不能再支付/)
  expect(screen.queryByText(/自动续费随之关闭/) !== null).toBe(warned)
})

test('who cancels an order of a proposal is told that the proposal waits again', async () => {
  const pending = { ...paid, state: 'pending', operas: ['cancel'], proposed_until: '2026-12-04T15:59:59.000Z' } as const
  const { user } = openPage(`/control/orderrecord?order_id=${paid.order_id}`, { getOrderDetailByOrderId: pending })
  await user.click(await screen.findByRole('button', { name: '取消订单' }))
  await screen.findByText(/它接受的报价恢复为待确认，2026-12-04 23:59 前仍可/)
  expect(screen.queryByText(/需要时可以重新下单/)).toBeNull()
})

test('a joint payment is named so, and the refundable amount is read again after a refund', async () => {
  const order = { ...paid, product: 'balance', kind: 'purchase', joint: true, operas: ['refund'] } as const
  let left = 10_000
  const { user } = openPage(`/control/orderrecord?order_id=${paid.order_id}`, {
    getOrderList: { list: [{ ...order, order_number: '2026112000001' }], total: 1 },
    getOrderDetailByOrderId: order,
    getRefundOffer: () => ({
      offers: [{ kind: 'requested', amount: left, items: [] }],
      problem: '',
    }),
    orderOpera: () => {
      left = 4_000
      return {}
    },
  })
  await screen.findByText('可退 ¥100.00')
  expect(screen.getAllByText('合并支付').length).toBe(2)
  await user.click(screen.getByRole('button', { name: '申请退款' }))
  await user.type(await screen.findByRole('textbox', { name: /原因/ }), '用不上了')
  await user.click(screen.getAllByRole('button', { name: '申请退款' }).at(-1) ?? document.body)
  await screen.findByText('可退 ¥40.00')
})

test('an invoice for an order of which a part was refunded is for what is left', async () => {
  const { user } = openPage(`/control/orderrecord?order_id=${paid.order_id}`, {
    getOrderDetailByOrderId: { ...paid, returned_amount: 2_424, refunded_amount: 2_424 },
  })
  await user.click(await screen.findByRole('button', { name: '申请发票' }))
  await screen.findByText('申请发票 ¥75.76')
})

test('an invoice cannot be requested while the titles are unread, instead of a button that does nothing', async () => {
  const { user, answers } = openPage(`/control/orderrecord?order_id=${paid.order_id}`, {
    getOrderDetailByOrderId: paid,
    getInvoiceTitleList: refuse(503, '服务繁忙'),
  })
  await user.click(await screen.findByRole('button', { name: '申请发票' }))
  const told = await screen.findByText('服务繁忙')
  const dialog = within(told.closest<HTMLElement>('[role=dialog]') ?? expect.unreachable())
  const ask = dialog.getByRole<HTMLButtonElement>('button', { name: '申请发票' })
  expect(ask.disabled).toBe(true)
  answers.getInvoiceTitleList = { list: [{ title_id: newId(), title: '深圳市蓝帆有限公司' }] }
  await user.click(dialog.getByRole('button', { name: '重试' }))
  await dialog.findByText('深圳市蓝帆有限公司')
  expect(ask.disabled).toBe(false)
})

test('an invoice for one of the chosen orders leaves the others chosen', async () => {
  const list = ['2026112000001', '2026112000002', '2026112000003'].map(order_number => ({
    order_id: newId(),
    order_number,
    amount: 1_000,
  }))
  const { user, answers } = openPage('/control/orderrecord?tab=invoices&view=orders', {
    getInvoiceableOrderList: { list, total: 3 },
    getInvoiceTitleList: { list: [{ title_id: newId(), title: '深圳市蓝帆有限公司' }] },
    requestInvoice: {},
  })
  for (const { order_number } of list)
    await user.click(await screen.findByRole('checkbox', { name: `选择 ${order_number}` }))
  await user.click(screen.getByRole('button', { name: '为订单 2026112000001 申请发票' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('深圳市蓝帆有限公司')
  answers.getInvoiceableOrderList = { list: list.slice(1), total: 2 }
  await user.click(dialog.getByRole('button', { name: '申请发票' }))
  await screen.findByRole('button', { name: '合开一张发票 ¥20.00' })
})

test('the invoices of a state are exported', async () => {
  const { user, calls } = openPage('/control/orderrecord?tab=invoices&state=issued', {
    getInvoiceList: { list: [{ invoice_id: newId(), title: '深圳蓝帆', state: 'issued' }], total: 1 },
    exportInvoices: { url: '#', file_name: '发票.xlsx', rows: 1 },
  })
  await screen.findByText('深圳蓝帆')
  await user.click(await screen.findByRole('button', { name: /导出$/ }))
  await screen.findByText('已导出 1 行，正在下载')
  expect(calls('exportInvoices')).toEqual([{ state: 'issued' }])
})

test('orders of which one was cancelled elsewhere are not paid together, and are listed as they are now', async () => {
  const row = { state: 'pending', product: 'hours', payable: 5800, operas: ['pay', 'cancel'] } as const
  const [one, other] = [
    { ...row, order_id: newId(), order_number: '2026112000001' },
    { ...row, order_id: newId(), order_number: '2026112000002' },
  ]
  const { user, answers } = openPage('/control/orderrecord', {
    getOrderList: { list: [one, other], total: 2 },
    payOrdersTogether: refuse(-50022, '所选订单中有不能支付的，请刷新后重新选择'),
  })
  for (const { order_number } of [one, other])
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(order_number) }))
  answers.getOrderList = { list: [one, { ...other, state: 'cancelled', operas: ['delete'] }], total: 2 }
  await user.click(screen.getByRole('button', { name: '合并支付 2 个待支付订单 ¥116.00' }))
  await screen.findByText('所选订单中有不能支付的，请刷新后重新选择')
  await screen.findByText('已取消')
})
