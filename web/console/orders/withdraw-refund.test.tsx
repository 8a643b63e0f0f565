import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const [order_id, refund_id] = [newId(), newId()]
const waiting = {
  refund_id,
  kind: 'unused',
  state: 'asked',
  amount: 4640,
  reason: '点错了',
  withdrawable: true,
  line_names: ['东京-01', '东京-03'],
  asked_at: '2026-11-20T02:00:00.000Z',
  done_at: null,
} as const
const order = {
  order_id,
  order_number: '2026112000001',
  subject: '虚拟专线',
  state: 'fulfilled',
  product: 'line',
  kind: 'purchase',
  payable: 11_600,
  returned_amount: 4640,
  refunded_amount: 0,
  refunds: [waiting],
} as const
interface Detail {
  product?: 'hours' | 'balance'
  kind?: 'renewal'
}

async function ask(detail: Detail = {}) {
  const page = openPage(`/control/orderrecord?order_id=${order_id}`, {
    getOrderDetailByOrderId: { ...order, ...detail },
    withdrawRefund: {},
  })
  await page.user.click(await screen.findByRole('button', { name: '撤回退款申请 ¥46.40' }))
  const title = await screen.findByText('撤回 ¥46.40 的退款申请')
  return { ...page, dialog: within(title.closest<HTMLElement>('[role=dialog]') ?? expect.unreachable()) }
}

test('a waiting refund is withdrawn beside it, and the drawer then says so', async () => {
  const { user, calls, answers, dialog } = await ask()
  dialog.getByText('停用的专线（东京-01、东京-03）立即恢复使用，到期日按停用的时间顺延。')
  const done_at = '2026-11-20T03:00:00.000Z'
  const withdrawn = { ...waiting, state: 'rejected', withdrawn: true, withdrawable: false, done_at } as const
  answers.getOrderDetailByOrderId = { ...order, returned_amount: 0, refunds: [withdrawn] }
  await user.click(dialog.getByRole('button', { name: '撤回申请' }))
  await screen.findByText('已撤回')
  screen.getByText(/2026-11-20 11:00 撤回/)
  expect(screen.queryByText('已驳回')).toBeNull()
  expect(screen.queryByRole('button', { name: '撤回退款申请 ¥46.40' })).toBeNull()
  expect(calls('withdrawRefund')).toEqual([{ order_id, refund_id }])
})

test.each([
  [{ product: 'hours' }, '扣回的人天立即回到企业可分配时长。'],
  [{ product: 'balance' }, '扣下的 ¥46.40 立即回到余额。'],
  [{ kind: 'renewal' }, /加回专线（东京-01、东京-03）的到期日；已关闭的自动续费须另行开启。/],
] as const)('whoever withdraws a refund of %s reads what comes back', async (detail, words) => {
  const { dialog } = await ask(detail)
  dialog.getByText(words)
})

test('a refund that was approved meanwhile is shown as it is now', async () => {
  const { user, answers, dialog } = await ask()
  answers.withdrawRefund = refuse(-49011, '这笔退款申请已经审核，不能撤回，请刷新后查看')
  answers.getOrderDetailByOrderId = { ...order, refunds: [{ ...waiting, state: 'sending', withdrawable: false }] }
  await user.click(dialog.getByRole('button', { name: '撤回申请' }))
  await screen.findByText('这笔退款申请已经审核，不能撤回，请刷新后查看')
  await screen.findByText('退款处理中')
  expect(screen.queryByRole('button', { name: '撤回退款申请 ¥46.40' })).toBeNull()
})

test('what the server would refuse to withdraw has no button', async () => {
  openPage(`/control/orderrecord?order_id=${order_id}`, {
    getOrderDetailByOrderId: { ...order, refunds: [{ ...waiting, withdrawable: false }] },
  })
  await screen.findByText('点错了')
  expect(screen.queryByRole('button', { name: /撤回/ })).toBeNull()
})

test('hours that come back are counted in the head of the page at once', async () => {
  const { user, answers, dialog } = await ask({ product: 'hours' })
  answers.getServiceBalance = { balance: 31 }
  await user.click(dialog.getByRole('button', { name: '撤回申请' }))
  await expect.poll(() => document.body.textContent).toContain('剩余 31 人天')
})
