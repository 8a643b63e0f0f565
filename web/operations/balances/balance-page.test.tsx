import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOperationsPage } from '#web/testing/open-operations-page.tsx'

test('a correction is requested in fen with sign and reason', async () => {
  const company_id = newId()
  const { user, calls } = openOperationsPage(`/operations/balances/${company_id}`, {
    getCompanyBalance: { company_name: '深圳市蓝帆有限公司', amount: 30_000, list: [], total: 0 },
    correctCompanyBalance: { amount: 17_655 },
  })
  await screen.findByText('¥300.00')
  await user.click(screen.getByRole('button', { name: '更正余额' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('radio', { name: '减少' }))
  const amount = within(dialog).getByLabelText('金额（元）')
  await user.type(amount, '300.01')
  await within(dialog).findByText('余额只有 ¥300.00，不能减少这么多')
  expect(within(dialog).queryByText(/更正后余额/)).toBeNull()
  await user.clear(amount)
  await user.type(amount, '123.45')
  await within(dialog).findByText('更正后余额 ¥176.55')
  await user.type(within(dialog).getByLabelText('更正的原因，企业会看到'), '重复入账')
  await user.click(within(dialog).getByRole('button', { name: '提交确认' }))
  await expect
    .poll(() => calls('correctCompanyBalance'))
    .toMatchObject([{ company_id, amount: -12_345, reason: '重复入账' }])
})
