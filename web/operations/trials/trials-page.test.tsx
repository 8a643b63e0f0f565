import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'

const sku_id = newId()
const row = { trial_id: newId(), company_id: newId(), company_name: '苏州听澜', state: 'requested' as const }
const values = {
  getTrialList: { list: [row], total: 1 },
  getTrialOffers: { list: [{ sku_id, country: '日本', city: '东京', access_way: '住宅原生 IP', left: 2 }] },
}

test('support opens a requested trial with a line in stock; a sold-out one is refused at the field', async () => {
  const { user, calls } = openOffice('/operations/trials', ['support'], {
    ...values,
    openTrial: refuse(-49006, '库存不足，剩余：', 0),
  })
  await user.click(await screen.findByRole('button', { name: '开通 苏州听澜' }))
  await user.click(await screen.findByRole('combobox', { name: '专线' }))
  await user.click(await screen.findByText(/东京 · 住宅原生 IP（余 2）/))
  await user.click(screen.getByRole('button', { name: /^开\s?通$/ }))
  await screen.findByText('库存不足，剩余：0')
  expect(calls('openTrial')[0]?.input).toEqual({ company_id: row.company_id, sku_id })
  // Only an owner may open a further one, so others are not asked for a reason.
  expect(screen.queryByRole('textbox', { name: /原因/ })).toBeNull()
})

test('an auditor sees the trials and decides none', async () => {
  openOffice('/operations/trials', ['auditor'], values)
  await screen.findByText('苏州听澜')
  expect(screen.queryByRole('button', { name: /开通|婉拒/ })).toBeNull()
})

test('when the lines in stock could not be read, nobody is sent to import addresses', async () => {
  let isDown = true
  const { user } = openOffice('/operations/trials', ['support'], {
    ...values,
    getTrialOffers: () => (isDown ? refuse(500, '服务出现问题，请稍后重试') : values.getTrialOffers),
  })
  await user.click(await screen.findByRole('button', { name: '开通 苏州听澜' }))
  await user.click(await screen.findByRole('combobox', { name: '专线' }))
  const problem = await screen.findByText('服务出现问题，请稍后重试')
  isDown = false
  await user.click(within(problem).getByRole('button', { name: '重试' }))
  await screen.findByText(/东京 · 住宅原生 IP（余 2）/)
})
