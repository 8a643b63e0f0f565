import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { type OfficeAnswers, openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'
import { accountPath, companyPath } from '../paths.ts'

const company_id = newId()
const account_id = newId()
const info = { company_id, name: '蓝帆', state: 'active' as const }
const frozen = { reason: '同事冻结', at: '2026-11-27T01:00:00.000Z' }

/** What a colleague did is known to the page once an act of its own was refused. */
function overtaken(code: number) {
  let known = false
  return {
    is: () => known,
    refused: () => {
      known = true
      return refuse(code, '状态已变化，请刷新后查看')
    },
  }
}

test.each([
  ['冻结企业', '冻结', '解除冻结', 'freezeCompany', null, frozen],
  ['解除冻结', '解除冻结', '冻结企业', 'unfreezeCompany', frozen, null],
] as const)('%s that a colleague has done is told, and the page offers the other', async (...row) => {
  const [act, ok, other, call, before, after] = row
  const colleague = overtaken(-53301)
  const { user, calls } = openOffice(companyPath(company_id), ['support'], {
    getCompanyOverview: () => ({ info, frozen: colleague.is() ? after : before }),
    [call]: colleague.refused,
  } as OfficeAnswers)
  await user.click(await screen.findByRole('button', { name: act }))
  const dialog = within(await screen.findByRole('dialog', { name: act }))
  await user.type(dialog.getByRole('textbox'), '已经核实')
  await user.click(dialog.getByRole('button', { name: ok }))
  await screen.findByText('状态已变化，请刷新后查看')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByRole('button', { name: other })
  expect(calls('freezeCompany').length + calls('unfreezeCompany').length).toBe(1)
})

test('an account that a colleague has disabled is shown as such, and its dialog does not offer the opposite', async () => {
  const colleague = overtaken(-53303)
  const { user } = openOffice(accountPath(account_id), ['support'], {
    getAccountOverview: () => ({ account_id, name: '周敏', state: colleague.is() ? 'disabled' : 'active' }),
    setAccountState: colleague.refused,
  })
  await user.click(await screen.findByRole('button', { name: '停用账号' }))
  const dialog = within(await screen.findByRole('dialog', { name: '停用账号' }))
  await user.type(dialog.getByRole('textbox'), '本人要求')
  await user.click(dialog.getByRole('button', { name: '停用' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByRole('button', { name: '恢复账号' })
})
