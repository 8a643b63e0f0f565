import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ticketPath } from '#contract/paths.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const ticket_id = crypto.randomUUID()
const request = {
  ticket_id,
  number: 'T261128000001',
  state: 'open' as const,
  opened_by: '林海舟',
  created_at: '2026-11-28T01:00:00.000Z',
  by_owner: true,
}
const open = { orders: 0, refunds: 0, payments: 0, lines: 2, trials: 0, invoices: 0, tickets: 0, balance: 12_000 }
const company = { getCompanyInfo: { name: '蓝帆' } }

test('the owner reads what ends and what has to be settled, and requests the closing', async () => {
  const { user, calls, answers } = openPage('/control/company', {
    ...company,
    getClosingRequest: { requestable: true, request: null },
    getClosing: { open, forfeited: { people: 3, days: 1_250, coupons: 4 } },
    requestClosing: refuse(-57003, '工单或跟进的状态已变化，请刷新后查看'),
  })
  await user.click(await screen.findByRole('button', { name: '申请注销' }))
  const dialog = within(await screen.findByRole('dialog', { name: '申请注销企业' }))
  const lines = await dialog.findByRole('link', { name: '2 条没有释放的专线' })
  expect(lines.getAttribute('href')).toBe('/control/manageline')
  dialog.getByRole('link', { name: '余额 ¥120.00' })
  dialog.getByText(/1,250 人天（含已分配给成员的）与 4 张优惠券作废/)
  await user.click(dialog.getByRole('button', { name: '提交申请' }))
  await dialog.findByText('请输入原因')
  await user.type(dialog.getByRole('textbox', { name: '原因' }), '公司已清算')
  answers.requestClosing = { ticket_id, number: request.number }
  answers.getClosingRequest = { requestable: true, request }
  await user.click(dialog.getByRole('button', { name: '提交申请' }))
  await expect.poll(() => calls('requestClosing')).toEqual([{ reason: '公司已清算' }])
  const thread = await screen.findByRole('link', { name: '查看往来' })
  expect(thread.getAttribute('href')).toBe(ticketPath(ticket_id))
  await screen.findByText(/林海舟于 .* 申请注销（工单 T261128000001）/)
})

test('the owner withdraws the request', async () => {
  const { user, calls, answers } = openPage('/control/company', {
    ...company,
    getClosingRequest: { requestable: true, request },
    getClosing: { open },
    withdrawClosing: {},
  })
  await screen.findByRole('button', { name: '撤回申请' })
  answers.getClosingRequest = { requestable: true, request: null }
  await user.click(screen.getByRole('button', { name: '撤回申请' }))
  const question = within(await screen.findByRole('dialog', { name: '撤回注销申请？' }))
  await user.click(question.getByRole('button', { name: '撤回申请' }))
  await expect.poll(() => calls('withdrawClosing')).toEqual([{ ticket_id }])
  await screen.findByRole('button', { name: '申请注销' })
})

test('another manager sees the request and cannot end it', async () => {
  openPage('/control/company', { ...company, getClosingRequest: { requestable: false, request }, getClosing: { open } })
  await screen.findByRole('link', { name: '查看往来' })
  expect(screen.queryByRole('button', { name: '撤回申请' })).toBeNull()
})

test('another manager has nothing to request', async () => {
  const { calls } = openPage('/control/company', {
    ...company,
    getClosingRequest: { requestable: false, request: null },
  })
  await screen.findByText('登记资料')
  await expect.poll(() => calls('getClosingRequest')).toHaveLength(1)
  expect(screen.queryByText('注销企业')).toBeNull()
})

test.each([
  ['open', 1],
  ['closed', 0],
] as const)('the ticket of the request, %s, is not closed or reopened from its drawer', async (state, fields) => {
  const ticket = { ticket_id, subject: '申请注销企业', number: request.number, topic: 'closing' as const, entries: [] }
  openPage(ticketPath(ticket_id), { getTicket: { ...ticket, state } })
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByRole('link', { name: '企业信息' })
  expect(drawer.queryByRole('button', { name: '已解决，关闭工单' })).toBeNull()
  expect(drawer.queryAllByRole('textbox', { name: /补充内容/ })).toHaveLength(fields)
})
