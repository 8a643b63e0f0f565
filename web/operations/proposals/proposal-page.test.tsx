import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOperationsPage } from '#web/testing/open-operations-page.tsx'

test('a new draft copies a declined proposal without its coupon', async () => {
  const [proposal_id, company_id, sku_id, package_type_id] = [newId(), newId(), newId(), newId()]
  const proposal = {
    proposal_id,
    company_id,
    company_name: '深圳市蓝帆有限公司',
    state: 'declined' as const,
    kind: 'purchase' as const,
    subject: '员工时长 10 人',
    note: '含培训',
    valid_days: 14,
    coupon_id: newId(),
    items: [],
    content: {
      kind: 'purchase' as const,
      items: [{ sku_id, package_type_id, quantity: 10 }],
      svp_ids: [newId()],
      days: 30,
    },
  }
  const { user, calls } = openOperationsPage(`/operations/proposals/${proposal_id}`, {
    getSalesProposal: proposal,
    getProposalChoices: { coupons: [], lines: [] },
    saveProposal: { proposal_id: newId() },
  })
  await user.click(await screen.findByRole('button', { name: '复制为新草稿' }))
  const dialog = await screen.findByRole('dialog', { name: '为深圳市蓝帆有限公司起草报价' })
  await user.click(within(dialog).getByRole('button', { name: '保存草稿' }))
  await expect
    .poll(() => calls('saveProposal'))
    .toMatchObject([
      {
        company_id,
        kind: 'purchase',
        items: [{ sku_id, package_type_id, quantity: 10 }],
        note: '含培训',
        valid_days: 14,
      },
    ])
  const [saved = {}] = calls('saveProposal')
  expect(saved).not.toHaveProperty('proposal_id')
  expect(saved).not.toHaveProperty('coupon_id')
})
