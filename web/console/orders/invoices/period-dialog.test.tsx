import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'
import { months } from './period-dialog.tsx'

test('months follow China’s time zone, with their last days', () => {
  const [present, before] = months(Date.parse('2026-02-28T16:30:00Z'))
  expect(present).toEqual({ month: '2026-03', from: '2026-03-01', to: '2026-03-31' })
  expect(before).toEqual({ month: '2026-02', from: '2026-02-01', to: '2026-02-28' })
})

test('a month says how many orders it has and their sum before it is requested as one invoice, with the usual title', async () => {
  const title_id = newId()
  const before = months(Date.now())[1] ?? expect.unreachable()
  const { user, calls, answers } = openPage('/control/orderrecord?tab=invoices', {
    getInvoiceTitleList: { list: [{ title_id, title: '深圳市蓝帆有限公司', kind: 'normal', email: 'a@example.com' }] },
    getInvoiceableOrderList: ({ from }) =>
      from === before.from ? { total: 3, amount_total: 17_400 } : { total: 0, amount_total: 0 },
    requestPeriodInvoice: refuse(-51006, '这段日期里没有可以开票的订单'),
  })
  await user.click(await screen.findByRole('button', { name: '按月合开' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('这个月没有可以开票的订单')
  const request = within(dialog).getByRole<HTMLButtonElement>('button', { name: '申请发票' })
  expect(request.disabled).toBe(true)
  await user.click(within(dialog).getByRole('combobox', { name: '月份' }))
  await user.click(await screen.findByTitle(before.month))
  await within(dialog).findByText('3 个订单，合计 ¥174.00')
  // Another manager may have requested them since.
  await user.click(request)
  await within(dialog).findByText(/这段日期里没有可以开票的订单/)
  answers.requestPeriodInvoice = { orders: 3, amount: 17_400 }
  await user.click(request)
  await screen.findByText('已申请：3 个订单，合计 ¥174.00')
  expect(calls('requestPeriodInvoice').at(-1)).toMatchObject({ from: before.from, to: before.to, title_id })
})

test.each(['按月合开', '自动开票'])('%s says at once that a title is missing', async name => {
  const { user } = openPage('/control/orderrecord?tab=invoices', {
    getInvoiceTitleList: { list: [] },
    getInvoiceSetting: {},
  })
  await user.click(await screen.findByRole('button', { name }))
  await screen.findByText(/^还没有发票抬头/)
})

test('monthly invoices can be turned on with a title and off again', async () => {
  const title_id = newId()
  const { user, calls } = openPage('/control/orderrecord?tab=invoices', {
    getInvoiceTitleList: { list: [{ title_id, title: '深圳市蓝帆有限公司', kind: 'normal', email: 'a@example.com' }] },
    getInvoiceSetting: { automatic: { title_id, title: '深圳市蓝帆有限公司', set_by: '林海舟' } },
  })
  await user.click(await screen.findByRole('button', { name: '自动开票' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/现由林海舟设置为开启/)
  await user.click(within(dialog).getByRole('combobox', { name: '自动开票' }))
  await user.click(await screen.findByText('不自动开票'))
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await expect.poll(() => calls('setInvoiceSetting')).toEqual([{ title_id: null }])
})

test.each([true, false])(
  'the question about deleting a title tells whether automatic invoices end: %s',
  async automatic => {
    const title_id = newId()
    const title = '深圳市蓝帆有限公司'
    const { user } = openPage('/control/orderrecord?tab=invoices', {
      getInvoiceTitleList: { list: [{ title_id, title, kind: 'normal', email: 'a@example.com' }] },
      getInvoiceSetting: { automatic: { title_id: automatic ? title_id : newId(), title, set_by: '林海舟' } },
    })
    await user.click(await screen.findByRole('button', { name: /发票抬头/ }))
    await user.click(await screen.findByRole('button', { name: `删除抬头 ${title}` }))
    await screen.findByText(/已经申请的发票不受影响/)
    await expect.poll(() => screen.queryByText(/删除后不再自动申请/) !== null).toBe(automatic)
  },
)
