import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#web/testing/open-page.tsx'

test('a guest shows an end date, and becomes a regular employee when it is cleared', async () => {
  const employee_id = crypto.randomUUID()
  const guest = {
    employee_id,
    name: '外包设计',
    role: 'employee' as const,
    state: 'active' as const,
    phone: '13800000009',
    verification: 'company' as const,
    guest_until: new Date(Date.now() + 3.5 * 86_400_000).toISOString(),
  }
  const { user, calls } = openPage(`/control/employeedetails?employee_id=${employee_id}`, {
    getCompanyUserDetail: { employee: guest },
    getCompanyUserList: { list: [guest], total: 1 },
  })
  await screen.findByText('访客，4 天后到期')
  expect(screen.getByText('实名').nextElementSibling?.textContent).toBe('经企业认证')
  await user.click(await screen.findByRole('button', { name: '修改资料' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByRole('textbox', { name: '访客期限（选填）' })
  await user.click(field.closest('.ant-picker')?.querySelector('.ant-picker-clear') ?? field)
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await expect.poll(() => calls('setCompanyUser')[0]).toMatchObject({ employee_id, guest_until: null })
})

test('the Enter key that accepts a typed day does not add the person without it', async () => {
  const { user, calls } = openPage('/control/addemployee', { addCompanyUser: { added: 1, results: [] } })
  await user.type(await screen.findByLabelText('手机号'), '13900001111')
  await user.type(screen.getByLabelText('姓名'), '外包')
  const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  await user.click(screen.getByLabelText('访客期限（选填）'))
  await user.keyboard(`${day}{Enter}`)
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('访客期限（选填）').value).toBe(`${day} 18:00`)
  expect(calls('addCompanyUser')).toEqual([])
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  await expect.poll(() => calls('addCompanyUser')[0]?.employees[0]?.guest_until).toBe(`${day}T10:00:00.000Z`)
})
