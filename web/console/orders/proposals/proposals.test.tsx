import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const proposal = {
  proposal_id: crypto.randomUUID(),
  number: 'Q261123000001',
  subject: '员工时长 10 人 × 30 天',
  state: 'sent' as const,
  product: 'hours' as const,
  payable: 58_000,
  items: [],
  valid_until: new Date(Date.now() + 86_400_000).toISOString(),
}
const page = `/control/orderrecord?tab=proposals&proposal=${proposal.proposal_id}`

test('a notice leads to the proposal, which is accepted at the price that is shown, and then paid', async () => {
  const order_id = crypto.randomUUID()
  const { user, calls } = openPage(page, {
    getProposalList: { list: [proposal], total: 1 },
    getProposal: proposal,
    acceptProposal: { order_id, state: 'pending' },
  })
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(await drawer.findByRole('button', { name: '接受报价（¥580.00）' }))
  await expect.poll(() => calls('acceptProposal')).toEqual([{ proposal_id: proposal.proposal_id, payable: 58_000 }])
  await expect.poll(() => calls('getOrderDetailByOrderId')).toContainEqual({ order_id })
})

test('the proposals of a state are exported', async () => {
  const { user, calls } = openPage('/control/orderrecord?tab=proposals&state=sent', {
    getProposalList: { list: [proposal], total: 1 },
    exportProposals: { url: '#', file_name: '报价.xlsx', rows: 1 },
  })
  await screen.findByText(proposal.number)
  await user.click(screen.getByRole('button', { name: /导出$/ }))
  await screen.findByText('已导出 1 行，正在下载')
  expect(calls('exportProposals')).toEqual([{ state: 'sent' }])
})

test('a proposal is declined with a reason', async () => {
  const { user, calls } = openPage(page, {
    getProposalList: { list: [proposal], total: 1 },
    getProposal: proposal,
    declineProposal: {},
  })
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(await drawer.findByRole('button', { name: /^拒\s*绝$/ }))
  const field = await screen.findByRole('textbox', { name: '原因' })
  await user.type(field, '贵{Enter}')
  await screen.findByText(/^原因.*2/)
  await user.type(field, '了一些{Enter}')
  await expect.poll(() => calls('declineProposal')).toEqual([{ proposal_id: proposal.proposal_id, reason: '贵了一些' }])
})

test('a proposal whose time ends while it is open is not offered any longer', async () => {
  openPage(page, { getProposalList: { list: [proposal], total: 1 }, getProposal: proposal })
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByRole('button', { name: /接受/ })
  vi.useFakeTimers({ now: Date.parse(proposal.valid_until) + 2000, toFake: ['Date'] })
  await drawer.findByText('已过期')
  expect(drawer.queryByRole('button', { name: /接受|拒\s*绝/ })).toBeNull()
})

test('an expired proposal offers no act', async () => {
  openPage(page, {
    getProposalList: { list: [proposal], total: 1 },
    getProposal: { ...proposal, state: 'expired', reason: '' },
  })
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('已过期')
  expect(drawer.queryByRole('button', { name: /接受/ })).toBeNull()
})

test('a task leads to the proposals that wait to be answered, which can be widened to all', async () => {
  const { user, calls } = openPage('/control/orderrecord?tab=proposals&state=sent', {
    getProposalList: ({ state }) => (state === 'sent' ? { list: [proposal], total: 1 } : { list: [], total: 0 }),
  })
  await screen.findByText('共 1 份报价')
  expect(calls('getProposalList').at(-1)).toMatchObject({ state: 'sent' })
  await user.click(screen.getAllByRole('button', { name: '清除筛选' })[0] ?? document.body)
  await screen.findByText('还没有报价')
  expect(location.search).toBe('?tab=proposals')
})

test.each([
  [page, { getProposal: refuse(-59300, '报价不存在') }, '没有找到这份报价'],
  [
    `/control/orderrecord?order_id=${proposal.proposal_id}`,
    { getOrderDetailByOrderId: refuse(-49010, '订单不存在') },
    '没有找到这笔订单',
  ],
])('who opens a link for another company is told so instead of retrying: %s', async (address, answers, title) => {
  openPage(address, answers)
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText(title)
  drawer.getByText(/不属于当前企业/)
  expect(drawer.queryByRole('button', { name: /重\s*试/ })).toBeNull()
})
