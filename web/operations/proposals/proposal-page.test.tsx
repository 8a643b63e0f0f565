import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOperationsPage } from '#web/testing/open-operations-page.tsx'
import { refuse } from '#web/testing/open-page.tsx'

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

const content = {
  kind: 'purchase' as const,
  items: [{ sku_id: newId(), package_type_id: newId(), quantity: 10 }],
  svp_ids: [newId()],
  days: 30,
}

test('a draft is sent at the revision and the price that its page shows, which is read anew after a refusal', async () => {
  const proposal_id = newId()
  let payable = 58_000
  const { user, calls } = openOperationsPage(`/operations/proposals/${proposal_id}`, {
    getSalesProposal: () => ({
      proposal_id,
      state: 'draft',
      subject: '员工时长',
      revision: 2,
      payable,
      items: [],
      content,
    }),
    sendProposal: () => {
      if (payable === 60_000) return {}
      payable = 60_000
      return refuse(-49008, '价格已变化', 60_000)
    },
  })
  for (const price of ['¥580.00', '¥600.00']) {
    await user.click(await screen.findByRole('button', { name: '发出' }))
    const dialog = await screen.findByRole('dialog', { name: '发出报价' })
    await within(dialog).findByText(new RegExp(price))
    await user.click(within(dialog).getByRole('button', { name: '发出' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  }
  expect(calls('sendProposal')).toMatchObject([
    { revision: 2, payable: 58_000 },
    { revision: 2, payable: 60_000 },
  ])
})

test('a draft that a colleague has sent meanwhile stays, and the reason for dropping it stays in its field', async () => {
  const proposal_id = newId()
  let sent = false
  const { user, calls } = openOperationsPage(`/operations/proposals/${proposal_id}`, {
    getSalesProposal: () => ({
      ...{ proposal_id, subject: '员工时长', payable: 58_000, items: [], content },
      ...(sent ? { state: 'sent' as const, revision: 3 } : { state: 'draft' as const, revision: 2 }),
    }),
    withdrawProposal: () => {
      sent = true
      return refuse(-53022, '内容已被其他人修改，请刷新后重试', { revision: 3 })
    },
  })
  await user.click(await screen.findByRole('button', { name: '不再使用' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox'), '重复的草稿')
  await user.click(within(dialog).getByRole('button', { name: '不再使用' }))
  const now = await screen.findByRole('dialog', { name: '撤回报价' })
  expect(within(now).getByRole('textbox')).toHaveProperty('value', '重复的草稿')
  within(now).getByText(/企业会看到/)
  // The code's own message would ask for a refresh that has already happened.
  await within(now).findByText('同事刚改过，已更新，请核对后再按')
  expect(screen.queryByText(/请刷新后重试/)).toBeNull()
  expect(calls('withdrawProposal')).toMatchObject([{ revision: 2 }])
})

test('a changed draft is saved at the revision that was read, and its page is read anew when a colleague was first', async () => {
  const proposal_id = newId()
  const { user, calls } = openOperationsPage(`/operations/proposals/${proposal_id}`, {
    getSalesProposal: {
      proposal_id,
      number: 'Q261126000001',
      state: 'draft',
      revision: 2,
      valid_days: 7,
      items: [],
      content,
    },
    getProposalChoices: { coupons: [], lines: [] },
    saveProposal: ({ revision }) =>
      revision === 3 ? { proposal_id } : refuse(-53022, '内容已被其他人修改，请刷新后重试', { revision: 3 }),
  })
  await user.click(await screen.findByRole('button', { name: '修改' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '保存草稿' }))
  await dialog.findByText('其他人已保存了新的内容')
  expect(calls('getSalesProposal')).toHaveLength(2)
  await user.click(dialog.getByRole('button', { name: '保存草稿' }))
  await expect.poll(() => calls('saveProposal')).toMatchObject([{ revision: 2 }, { revision: 3 }])
})

test('a draft that can no longer be had says why on its page', async () => {
  const proposal_id = newId()
  openOperationsPage(`/operations/proposals/${proposal_id}`, {
    getSalesProposal: {
      ...{ proposal_id, subject: '员工时长', revision: 2, payable: 58_000, items: [], content },
      ...{ state: 'draft' as const, problem: '商品规格不存在或已下架' },
    },
  })
  const alert = await screen.findByRole('alert')
  within(alert).getByText('现在不能发出：商品规格不存在或已下架')
  within(alert).getByText(/金额是保存时的/)
})
