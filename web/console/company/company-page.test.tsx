import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

test('figures that can’t be had are had on another try; the rest stands meanwhile', async () => {
  const { user, answers } = openPage('/control/company', {
    getCompanyInfo: { credit_code: '91440300MAXX000013' },
    getCompanyData: refuse(503, '服务暂时不可用，请稍后重试'),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('服务暂时不可用，请稍后重试')
  expect((await screen.findByRole('region', { name: '登记资料' })).textContent).toContain('91440300MAXX000013')
  answers.getCompanyData = {}
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('region', { name: '待办' })
})
