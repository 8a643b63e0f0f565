import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'
import { salesOrderPath } from '../paths.ts'

const whole = (amount: number) => ({ kind: 'requested' as const, amount, items: [] })
const goodwill = { kind: 'goodwill' as const, amount: 5_000, items: [] }

test('an offer of a refund that has changed is read anew, and what was typed stays', async () => {
  let amount = 5_800
  const { user, calls } = openOffice(salesOrderPath('A1'), ['finance'], {
    getSalesOrder: { order_number: 'A1', subject: '员工时长', product: 'hours', may: { refund: true, close: false } },
    getSalesRefundOffer: () => ({ remaining: amount, offers: [whole(amount)] }),
    refundSalesOrder: () => {
      if (amount === 5_000) return { result: '已退回' }
      amount = 5_000
      return refuse(-49015, '可退的天数或金额已变化，请确认新的金额后再提交')
    },
  })
  await user.click(await screen.findByRole('button', { name: '发起退款' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/退回 ¥58.00/)
  await user.type(dialog.getByRole('textbox', { name: /退款原因/ }), '服务中断')
  await user.click(dialog.getByRole('button', { name: '发起退款' }))
  await dialog.findByText(/退回 ¥50.00/)
  await user.click(dialog.getByRole('button', { name: '发起退款' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(calls('refundSalesOrder').map(({ input }) => input)).toMatchObject([
    { amount: 5_800, reason: '服务中断' },
    { amount: 5_000, reason: '服务中断' },
  ])
})

test('a compensation of nothing is refused at its field', async () => {
  const { user } = openOffice(salesOrderPath('A1'), ['finance'], {
    getSalesOrder: { order_number: 'A1', subject: '员工时长', product: 'hours', may: { refund: true, close: false } },
    getSalesRefundOffer: { remaining: 5_000, offers: [goodwill] },
    refundSalesOrder: refuse(-41003, '退款金额须大于零', 'amount'),
  })
  await user.click(await screen.findByRole('button', { name: '发起退款' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByRole('textbox', { name: /补偿金额/ }), '0')
  await user.type(dialog.getByRole('textbox', { name: /退款原因/ }), '服务中断')
  await user.click(dialog.getByRole('button', { name: '发起退款' }))
  const field = dialog.getByRole('textbox', { name: /补偿金额/ })
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
})

test.each([
  ['waits for a second operator', { requested: 1 }, '已登记 1 笔分次到账；已提交 1 笔，等待另一位操作员确认'],
  ['is booked', { done: 1 }, '已登记 1 笔分次到账；已入账 1 笔'],
  [
    'is recorded and kept from being booked',
    { refused: [{ remark_code: '12345674', reason: '没有可以确认的同事' }] },
    '已登记 1 笔分次到账，但没有提交：没有可以确认的同事',
  ],
])('a transfer whose last part %s says so', async (_what, outcome, words) => {
  const { user } = openOffice('/operations/transfers', ['finance'], {
    getTransferList: {
      list: [
        { remark_code: '12345674', company_id: newId(), company_name: '海岚贸易', state: 'submitted', amount: 5_800 },
      ],
      total: 1,
    },
    recordTransferParts: { recorded: 1, requested: 0, done: 0, refused: [], ...outcome },
  })
  await user.click(await screen.findByRole('button', { name: /操作|更多/ }))
  await user.click(await screen.findByText('登记部分到账'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /到账金额/ }), '58')
  await user.type(dialog.getByRole('textbox', { name: /银行流水号/ }), 'L1')
  await user.click(dialog.getByRole('button', { name: '登记' }))
  await screen.findByText(words)
})

test.each(['paid', 'returned'] as const)('money that came again for a transfer that is %s is recorded', async state => {
  const transfer = { remark_code: '12345674', company_id: newId(), company_name: '海岚贸易', state, amount: 5_800 }
  const { user, calls } = openOffice('/operations/transfers?state=all', ['finance'], {
    getTransferList: { list: [transfer], total: 1 },
  })
  await user.click(await screen.findByRole('button', { name: '登记又到账' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /到账金额/ }), '58')
  await user.type(dialog.getByRole('textbox', { name: /银行流水号/ }), 'L1')
  const record = dialog.getByRole('button', { name: '登记' })
  // Recording money that arrived is not a dangerous act.
  expect(record.className).not.toContain('danger')
  await user.click(record)
  await expect
    .poll(() => calls('recordTransferSurplus').map(({ input }) => input))
    .toEqual([{ remark_code: '12345674', amount: 5_800, reference: 'L1' }])
})

test('clearing the filters leaves the state that a tab shows', async () => {
  const { user } = openOffice('/operations/refunds?state=failed&keyword=A1', ['finance'], {
    getRefundList: { list: [], total: 0, more: false },
  })
  const [clear] = await screen.findAllByRole('button', { name: '清除筛选' })
  if (clear) await user.click(clear)
  await expect.poll(() => location.search).toBe('?state=failed')
})
