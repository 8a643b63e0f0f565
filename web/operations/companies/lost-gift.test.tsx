import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOperationsPage } from '#web/testing/open-operations-page.tsx'
import { lost } from '#web/testing/open-page.tsx'
import { companyPath } from '../paths.ts'

test('a gift whose answer was lost is the same gift in the dialog opened again', async () => {
  const company_id = newId()
  const { user, answers, calls } = openOperationsPage(companyPath(company_id), {
    getCompanyOverview: { info: { company_id, name: '深圳市蓝帆有限公司' }, figures: { balance: 90 }, frozen: null },
    giftCompanyHours: lost,
  })
  async function give() {
    await user.click(await screen.findByRole('button', { name: '赠送时长' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.clear(await dialog.findByRole('spinbutton'))
    await user.type(dialog.getByRole('spinbutton'), '30')
    await user.clear(dialog.getByRole('textbox'))
    await user.type(dialog.getByRole('textbox'), '故障补偿')
    await user.click(dialog.getByRole('button', { name: '赠送' }))
  }
  await give()
  await screen.findByText(/再次提交不会重复赠送时长/)
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  Object.assign(answers, { giftCompanyHours: { balance: 120 } })
  await give()
  await screen.findByText(/已赠送 30 人天/)
  const [first, second] = calls('giftCompanyHours')
  expect(second).toEqual(first)
})
