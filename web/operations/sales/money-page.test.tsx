import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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

test('a wrong amount about which nothing was decided is returned or written off', async () => {
  const list = [{ ...wrong, out_refund_no: null, out_trade_no: '12345674' }]
  openOffice('/operations/money', ['finance'], { getTroubleList: { list, total: 1, more: false } })
  expect(await screen.findByRole('button', { name: '退回款项' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '已处理' })).toBeTruthy()
})
