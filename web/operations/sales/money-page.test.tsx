import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openOffice } from '#web/testing/open-office.tsx'

const wrong = { kind: 'mismatch' as const, gateway: 'transfer' as const, amount: 5_000, due: 5_800, approval: null }
const requested = { requested_by: '林文', requested_at: '2026-11-20T08:00:00.000Z' }

test.each([
  ['a write-off', { out_refund_no: null }, 'write_off'],
  ['a return', { out_refund_no: 'R20261120' }, 'refund'],
])('%s that waits for its second person leads there and offers nothing else', async (_what, more, kind) => {
  const list = [{ ...wrong, ...more, out_trade_no: '12345674', approval: requested }]
  openOffice('/operations/money', ['finance'], { getTroubleList: { list, total: 1, more: false } })
  const link = await screen.findByRole('link', { name: '查看申请' })
  expect(link.getAttribute('href')).toContain(`state=waiting&kind=${kind}`)
  expect(screen.getByText(/林文 .*提交，待另一人确认/)).toBeTruthy()
  for (const name of ['退回款项', '已处理', '处理退款']) expect(screen.queryByText(name)).toBeNull()
})

test('a wrong amount whose return is under way leads to it, in whatever state it is', async () => {
  const list = [{ ...wrong, out_refund_no: 'R20261120', out_trade_no: '12345674', order_number: '20261120000000017' }]
  openOffice('/operations/money', ['finance'], { getTroubleList: { list, total: 1, more: false } })
  const link = await screen.findByRole('link', { name: '处理退款' })
  expect(link.getAttribute('href')).toBe('/operations/refunds?state=all&keyword=20261120000000017')
})

test('a wrong amount about which nothing was decided is returned or written off', async () => {
  const list = [{ ...wrong, out_refund_no: null, out_trade_no: '12345674' }]
  openOffice('/operations/money', ['finance'], { getTroubleList: { list, total: 1, more: false } })
  expect(await screen.findByRole('button', { name: '退回款项' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '已处理' })).toBeTruthy()
})

test('the write-off of a transfer says whether its money was seen to elsewhere or was recorded by mistake', async () => {
  const list = [{ ...wrong, out_refund_no: null, out_trade_no: '12345674' }]
  const { user, calls } = openOffice('/operations/money', ['finance'], {
    getTroubleList: { list, total: 1, more: false },
  })
  await user.click(await screen.findByRole('button', { name: '已处理' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/由另一位操作员确认/)
  // Unlike a browser, the test's document moves the focus to the group afterwards.
  const focused = vi.spyOn(dialog.getByRole('radio', { name: '款项已在别处处理' }), 'focus')
  await user.type(dialog.getByRole('textbox'), '录错了一行')
  await user.click(dialog.getByRole('button', { name: '提交确认' }))
  await dialog.findByText('请选择缘由')
  expect(focused).toHaveBeenCalledOnce()
  await user.click(dialog.getByRole('radio', { name: '登记有误' }))
  await user.click(dialog.getByRole('button', { name: '提交确认' }))
  await expect
    .poll(() => calls('settleWrongPayment').map(({ input }) => input))
    .toMatchObject([{ out_trade_no: '12345674', reason: '录错了一行', cause: 'mistaken' }])
})
