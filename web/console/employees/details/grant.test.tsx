import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'

test('a line is granted on the person’s page without naming the others, whom somebody else may change meanwhile', async () => {
  const [person, colleague, dept, group_id] = [newId(), newId(), newId(), newId()]
  const { user, calls } = openPage(`/control/employeedetails?employee_id=${person}`, {
    getCompanyUserDetail: { employee: { employee_id: person, name: '陈雨桐', state: 'active' } },
    getVplGroupList: { list: [{ group_id, name: '日本店铺', lines: 2 }] },
    getVplGroupDetail: {
      group_id,
      name: '日本店铺',
      departments: [{ dept_id: dept }],
      employees: [{ employee_id: colleague }],
    },
    setVplGroupMembers: {},
  })
  await user.click(await screen.findByRole('button', { name: '授权专线' }))
  await user.click(await screen.findByTitle('日本店铺（2 条）'))
  // The list is closed, so that it hides neither the plan nor the button.
  await expect.poll(() => screen.getByRole('combobox', { name: '专线组' }).getAttribute('aria-expanded')).toBe('false')
  const confirm = within(await screen.findByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: /授\s*权/ })
  await expect.poll(() => confirm.disabled).toBe(false)
  await user.click(confirm)
  await expect.poll(() => calls('setVplGroupMembers')[0]).toEqual({ group_id, add_employee_ids: [person] })
})

test('a reader is not told to press a button that only managers have', async () => {
  const employee_id = newId()
  openPage(`/control/employeedetails?employee_id=${employee_id}`, {
    wGetUserInfo: { user_status: 1, user_info: { is_company_manager: 1, duty: 'reader' } },
    getCompanyUserDetail: { employee: { employee_id, name: '陈雨桐', state: 'active' } },
    getEmployeeVplList: { list: [], total: 0 },
  })
  await screen.findByText(/还没有可以使用的专线/)
  await expect.poll(() => screen.queryByText(/授权专线/)).toBeNull()
})
