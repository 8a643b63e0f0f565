import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectEnabled, openPage, refuse } from '#web/testing/open-page.tsx'

const person = {
  employee_id: '01900000-0000-7000-8000-000000000011',
  name: '李经理',
  phone: '13800000012',
  role: 'manager' as const,
  state: 'active' as const,
}

test('removing a manager asks for a code for exactly these people, kept after a wrong one', async () => {
  const { user, calls, answers } = openPage('/control/employeetime', {
    getCompanyUserList: { list: [person], total: 1, more: false },
    getCompanyAdminCaptcha: { phone: '138****0001' },
    delCompanyUser: refuse(-41005, '验证码错误或已过期，请重新获取'),
  })
  await user.click(await screen.findByRole('button', { name: '李经理的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '移除员工' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: /验证码/ }))
  await dialog.findByText(/已发送到 138\*{4}0001，只对本次所选员工有效/)
  expect(calls('getCompanyAdminCaptcha')).toEqual([{ action: 'company', employee_ids: [person.employee_id] }])
  const field = dialog.getByRole('textbox', { name: '管理员验证码' })
  // A browser takes the focus out of the dialog with the button that it disables.
  expect(document.activeElement).toBe(field)
  await user.type(field, '314159')
  await expectEnabled(dialog.getByRole('button', { name: '移除 1 人' }))
  await user.click(dialog.getByRole('button', { name: '移除 1 人' }))
  await screen.findByText(/验证码错误或已过期/)
  expect(field).toHaveProperty('value', '314159')
  answers.delCompanyUser = { removed: 1, reclaimed_days: 0, devices: 0 }
  await user.click(dialog.getByRole('button', { name: '移除 1 人' }))
  await screen.findByText(/已移除 1 人/)
  expect(calls('delCompanyUser').at(-1)).toEqual({ employee_ids: [person.employee_id], captcha: '314159' })
})
