import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'

const difference = {
  difference_id: newId(),
  gateway: 'alipay' as const,
  day: '2026-11-20',
  kind: 'payment_unknown' as const,
  out_trade_no: '20261120ABCDEF',
  billed_amount: 580_000,
  own_amount: null,
  order_number: null,
  company_id: null,
  company_name: null,
  handled_at: null,
  handled_by: null,
}
const bill = {
  gateway: 'alipay' as const,
  day: '2026-11-20',
  state: 'waiting' as const,
  problem: '支付宝 isv.insufficient-isv-permissions',
}
const values = {
  getBillDifferenceList: { list: [difference], total: 1, more: false },
  getBillList: { list: [bill], total: 1, more: false },
}

test('a difference shows kind and amount, and its handling is recorded', async () => {
  const { user, calls } = openOffice('/operations/bills', ['finance'], values)
  await screen.findByText('渠道已收款，本站没有这笔支付')
  expect(screen.getByText(/5,?800\.00/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /写明去向/ }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: /^记\s?下$/ }))
  await within(dialog).findByText(/请输入/)
  expect(calls('handleBillDifference')).toEqual([])
  await user.type(within(dialog).getByRole('textbox'), '已在商户后台退回')
  await user.click(within(dialog).getByRole('button', { name: /^记\s?下$/ }))
  await expect
    .poll(() => calls('handleBillDifference')[0]?.input)
    .toEqual({ difference_id: difference.difference_id, reason: '已在商户后台退回' })
})

test('a bill that could not be read says why, and is read again', async () => {
  const { user, calls } = openOffice('/operations/bills?view=bills', ['finance'], {
    ...values,
    readBillAgain: refuse(-53205, '只能读取昨天及以前、九十天以内的账单，并且该支付渠道须已启用'),
  })
  await screen.findByText('支付宝 isv.insufficient-isv-permissions')
  await user.click(screen.getByRole('button', { name: /重新读取/ }))
  await screen.findByText(/该支付渠道须已启用/)
  expect(calls('readBillAgain')[0]?.input).toEqual({ gateway: 'alipay', day: '2026-11-20' })
})

test('an auditor sees the differences but cannot record anything', async () => {
  openOffice('/operations/bills', ['auditor'], values)
  await screen.findByText('渠道已收款，本站没有这笔支付')
  expect(screen.queryByRole('button', { name: /写明去向/ })).toBeNull()
})
