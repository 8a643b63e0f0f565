import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { employee, openPage } from '#web/testing/open-page.tsx'

const company = { name: '深圳市蓝帆有限公司', managers: [] }

test('an employee is asked to consent by an unticked box before using lines, and not again afterwards', async () => {
  const { user, calls, answers } = openPage('/personaldetails', {
    ...employee,
    getMyService: { company, consent_due: '2026-01-01' },
  })
  const card = within(await screen.findByRole('region', { name: '我的服务' }))
  const box = await card.findByRole('checkbox', { name: /我单独同意：使用跨境专线时/ })
  expect(box).toHaveProperty('checked', false)
  // The statement refers to the agreement, so it can be read before consenting.
  await user.click(card.getByRole('button', { name: '查看《隐私协议》' }))
  const terms = await screen.findByTitle('隐私协议')
  await user.click(screen.getByRole('button', { name: '确认' }))
  expect(terms.isConnected).toBe(false)
  await user.click(card.getByRole('button', { name: /^同\s*意$/ }))
  await card.findByText('请勾选单独同意')
  expect(calls('giveConsent')).toEqual([])
  await user.click(box)
  answers.getMyService = { company, consent_due: null }
  await user.dblClick(card.getByRole('button', { name: /^同\s*意$/ }))
  await waitFor(() => expect(card.queryByRole('checkbox')).toBeNull())
  expect(calls('giveConsent')).toEqual([{ kind: 'cross_border', is_agree: 1 }])
})

test('the consent can be withdrawn after a warning of the consequences', async () => {
  const input = { version: '2026-11', given_at: '2026-11-20T00:00:00.000Z', withdrawn_at: null }
  const { user, calls } = openPage('/personaldetails', {
    ...employee,
    getConsents: { list: [{ kind: 'cross_border', ...input }] },
  })
  await user.click(await screen.findByRole('button', { name: '撤回对个人信息出境的同意' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/客户端不再能取得专线/)
  await user.click(dialog.getByRole('button', { name: '撤回同意' }))
  await waitFor(() => expect(calls('withdrawConsent')).toEqual([{ kind: 'cross_border' }]))
})
