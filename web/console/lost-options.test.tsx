import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CallName } from '#contract/index.ts'
import { newId } from '#web/testing/answers.ts'
import { type Answers, openPage, refuse } from '#web/testing/open-page.tsx'

const lost = refuse(503, '服务繁忙')
const region = { region_id: newId(), country: '日本', city: '东京' }

test.each<[string, CallName, string, Answers]>([
  ['国家/地区', 'getVplMap', '日本 东京', { getVplMap: { list: [region] } }],
  ['接入方式', 'getAccessWayList', '专线', { getAccessWayList: { list: [{ access_way_id: newId(), name: '专线' }] } }],
  ['专线组', 'getVplGroupList', '直播间', { getVplGroupList: { list: [{ group_id: newId(), name: '直播间' }] } }],
])('the filter %s says that its options did not come, and asks for them again', async (label, call, option, found) => {
  const { user, answers } = openPage('/control/manageline', { [call]: lost })
  await user.click(await screen.findByRole('combobox', { name: label }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('服务繁忙'))
  Object.assign(answers, found)
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: '重试' }))
  await screen.findByText(option, { selector: '.ant-select-item-option-content' })
  expect(screen.queryByText(/服务繁忙/)).toBeNull()
})

test('a balance that could not be read is not called too small, and is read again', async () => {
  const { user, answers } = openPage(`/control/cashier?order_id=${newId()}`, {
    getOrderDetailByOrderId: {
      state: 'pending',
      payable: 5800,
      pays_until: new Date(Date.now() + 600_000).toISOString(),
    },
    getGatewayList: { list: [{ gateway: 'balance', name: '余额支付', about: '' }] },
    getBalance: lost,
  })
  const choice = await screen.findByRole('radio', { name: /余额支付/ })
  await screen.findByText(/服务繁忙/)
  expect(screen.queryByText(/不足以付清/)).toBeNull()
  expect(choice).toHaveProperty('disabled', true)
  answers.getBalance = { amount: 10_000 }
  await user.click(await screen.findByRole('button', { name: '重试' }))
  await screen.findByText('可用 ¥100.00，立即付清并开通')
  expect(choice).toHaveProperty('disabled', false)
})

test('titles that did not come are not called missing, and are asked for again', async () => {
  const { user, answers } = openPage('/control/orderrecord?tab=invoices', { getInvoiceTitleList: lost })
  await user.click(await screen.findByRole('button', { name: '自动开票' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/服务繁忙/)
  answers.getInvoiceTitleList = { list: [{ title_id: newId(), title: '蓝帆', kind: 'normal', email: 'a@example.com' }] }
  await user.click(dialog.getByRole('button', { name: '重试' }))
  await dialog.findByRole('combobox', { name: '自动开票' })
})
