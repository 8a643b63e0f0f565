import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OperationOutput } from '#contract/operations/index.ts'
import { type OfficeAnswers, openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'

const list: OperationOutput<'getApprovalPolicy'>['list'] = [
  { kind: 'coupon', threshold: 500_000, roles: ['owner', 'finance'], limits: [{ role: 'support', most: 20_000 }] },
  { kind: 'operator', threshold: 0, roles: ['owner'], limits: [] },
  { kind: 'price', threshold: 0, roles: ['owner', 'finance'], limits: [] },
]
const answers: OfficeAnswers = {
  getApprovalPolicy: { list, total: 3 },
  setApprovalPolicy: () => refuse(-53013, '已提交，等待另一位同事确认'),
}

test('an owner edits the amounts in yuan; a change waiting for another owner is announced', async () => {
  const { user, calls } = openOffice('/operations/approval-policy', ['owner'], answers)
  expect(await screen.findAllByText('一人一天、或一家企业一天合计达到 ¥5,000.00')).not.toEqual([])
  expect(screen.getAllByText('客服 ¥200.00')).not.toEqual([])
  await user.click(screen.getByRole('button', { name: '修改优惠券的规则' }))
  const form = within(await screen.findByRole('dialog'))
  const sum = form.getByLabelText('合计（元）')
  await user.clear(sum)
  await user.type(sum, '6,000')
  await user.clear(form.getByRole('textbox', { name: '客服' }))
  await user.type(form.getByRole('textbox', { name: '财务' }), '300.5')
  await user.click(form.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('已提交，等待另一位同事确认')).toBeDefined()
  expect(calls('setApprovalPolicy')[0]?.input).toEqual({
    kind: 'coupon',
    threshold: 600_000,
    roles: ['owner', 'finance'],
    limits: [{ role: 'finance', most: 30_050 }],
  })
})

test('a rule that always takes two offers only its confirming roles, for operators only owners', async () => {
  const { user } = openOffice('/operations/approval-policy', ['owner'], answers)
  await user.click(await screen.findByRole('button', { name: '修改操作员与角色的规则' }))
  const form = within(await screen.findByRole('dialog'))
  expect(form.queryByRole('radio')).toBeNull()
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: '财务' }).disabled).toBe(true)
})

test('a price is measured in percent, takes two unless a sum is written, and never any sum alone', async () => {
  const { user, calls } = openOffice('/operations/approval-policy', ['owner'], answers)
  expect(await screen.findAllByText(/^总是两人：能独自设操作员的人/)).not.toEqual([])
  await user.click(screen.getByRole('button', { name: '修改调价的规则' }))
  const form = within(await screen.findByRole('dialog'))
  expect(form.queryByRole('radio', { name: '从不' })).toBeNull()
  await user.click(form.getByRole('radio', { name: '一人一天合计达到' }))
  await user.type(form.getByLabelText('合计（%）'), '10')
  await user.click(form.getByRole('button', { name: /保\s*存/ }))
  await expect.poll(() => calls('setApprovalPolicy')[0]?.input).toMatchObject({ kind: 'price', threshold: 10 })
})

test('an auditor can read the rules', async () => {
  openOffice('/operations/approval-policy', ['auditor'], answers)
  expect(await screen.findAllByText('一人一天、或一家企业一天合计达到 ¥5,000.00')).not.toEqual([])
  expect(screen.queryByRole('button', { name: /的规则$/ })).toBeNull()
})
