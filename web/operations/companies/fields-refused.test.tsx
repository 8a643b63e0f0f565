import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { operations } from '#contract/operations/index.ts'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'
import { companyPath } from '../paths.ts'

const company_id = newId()
const overview = { info: { company_id, name: '蓝帆', state: 'active' as const }, figures: { balance: 90 } }

test('a day of a follow-up that the server refuses is told at its field', async () => {
  const { user } = openOffice(`${companyPath(company_id)}?tab=notes`, ['support'], {
    getCompanyOverview: overview,
    addCompanyNote: refuse(-41003, '跟进日期不能早于今天', 'follow_up_on'),
  })
  await user.click(await screen.findByRole('button', { name: '写备注' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '内容' }), '问续费意向')
  await user.type(dialog.getByRole('textbox', { name: /跟进日期/ }), '2999-12-01{Enter}')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect((await dialog.findByText('跟进日期不能早于今天')).closest('.ant-form-item-explain')).toBeTruthy()
})

test('a reason for taking hours back is as long as the contract wants it, and refused at its field', async () => {
  const { user, calls } = openOffice(companyPath(company_id), ['support'], {
    getCompanyOverview: overview,
    takeBackCompanyHours: refuse(-41003, '原因含有无法识别的字符', 'reason'),
  })
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: /收回时长/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('spinbutton', { name: '人天' }), '3')
  const reason = dialog.getByRole('textbox', { name: '原因' })
  await user.type(reason, '错 ')
  await user.click(dialog.getByRole('button', { name: '收回' }))
  await dialog.findByText('请输入原因，至少 2 个字')
  expect(calls('takeBackCompanyHours')).toEqual([])
  await user.type(reason, '了')
  await user.click(dialog.getByRole('button', { name: '收回' }))
  expect((await dialog.findByText('原因含有无法识别的字符')).closest('.ant-form-item-explain')).toBeTruthy()
  const [sent] = calls('takeBackCompanyHours')
  expect(operations.takeBackCompanyHours.input.safeParse(sent?.input).success).toBe(true)
})
