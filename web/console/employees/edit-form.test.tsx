import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const employee_id = newId()
const employee = {
  employee_id,
  name: '陈雨桐',
  phone: '13800000009',
  job_number: 'A-6',
  position: null,
  dept_id: null,
  device_limit: 2,
  role: 'employee',
  state: 'active',
} as const

async function edit() {
  const page = openPage(`/control/employeedetails?employee_id=${employee_id}`, {
    getCompanyUserDetail: { employee },
    setCompanyUser: { employee },
  })
  await page.user.click(await screen.findByRole('button', { name: /修改资料/ }))
  const dialog = within(await screen.findByRole('dialog'))
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: /保\s*存/ })
  async function change(label: string, text: string) {
    const field = await dialog.findByLabelText(label)
    await page.user.clear(field)
    await page.user.type(field, text)
  }
  return { ...page, dialog, save, change }
}

test('a corrected job number is sent alone, so that nothing else that somebody has changed meanwhile comes back', async () => {
  const { user, calls, save, change } = await edit()
  await change('工号（选填）', 'A-7')
  await user.click(save)
  await expect
    .poll(() => calls('setCompanyUser'))
    .toEqual([{ employee_id, job_number: 'A-7', seen: { job_number: 'A-6' } }])
  expect(calls('planAccess')).toEqual([])
})

test('another limit is planned and sent without the department', async () => {
  const { user, calls, save, change } = await edit()
  await change('设备上限', '5')
  await expect
    .poll(() => calls('planAccess').at(-1))
    .toEqual({ call: 'setCompanyUser', input: { employee_id, device_limit: 5 } })
  await expect.poll(() => save.disabled).toBe(false)
  await user.click(save)
  await expect
    .poll(() => calls('setCompanyUser'))
    .toEqual([{ employee_id, device_limit: 5, seen: { device_limit: 2 } }])
})

test('what another has changed meanwhile is told and can be looked at, and what was entered is saved once it is sent again', async () => {
  const saved = { saved_by: '李四', saved_at: '2026-11-26T02:00:00.000Z' }
  const { user, calls, answers, save, change, dialog } = await edit()
  answers.setCompanyUser = refuse(-53022, '内容已被其他人修改，请刷新后重试', { seen: { job_number: 'B-1' }, ...saved })
  await change('工号（选填）', 'A-7')
  await change('职位（选填）', '店长')
  await user.click(save)
  await dialog.findByText(/李四于 .+ 保存了新的内容：工号/)
  dialog.getByText(/工号现为“B-1”。您填写的都还在/)
  const number = dialog.getByLabelText<HTMLInputElement>('工号（选填）')
  expect(number.value).toBe('A-7')
  await user.click(dialog.getByRole('button', { name: '看对方的' }))
  expect(number.value).toBe('B-1')
  await user.click(dialog.getByRole('button', { name: '用回我填写的' }))
  expect(number.value).toBe('A-7')
  expect(dialog.getByLabelText<HTMLInputElement>('职位（选填）').value).toBe('店长')
  answers.setCompanyUser = { employee }
  await user.click(save)
  await expect
    .poll(() => calls('setCompanyUser').at(-1))
    .toEqual({ employee_id, job_number: 'A-7', position: '店长', seen: { job_number: 'B-1', position: null } })
})

test('a field that shows the other value is left as the other has saved it', async () => {
  const { user, calls, answers, save, change, dialog } = await edit()
  answers.setCompanyUser = refuse(-53022, '内容已被其他人修改，请刷新后重试', { seen: { job_number: 'B-1' } })
  await change('工号（选填）', 'A-7')
  await change('职位（选填）', '店长')
  await user.click(save)
  await dialog.findByText(/^其他人已保存了新的内容：工号/)
  await user.click(dialog.getByRole('button', { name: '看对方的' }))
  answers.setCompanyUser = { employee }
  await user.click(save)
  await expect
    .poll(() => calls('setCompanyUser').at(-1))
    .toEqual({ employee_id, position: '店长', seen: { position: null } })
})

test('a field that was put back to its first value replaces the other one, too', async () => {
  const { user, calls, answers, save, change } = await edit()
  answers.setCompanyUser = refuse(-53022, '内容已被其他人修改，请刷新后重试', { seen: { job_number: 'B-1' } })
  await change('工号（选填）', 'A-7')
  await user.click(save)
  await screen.findByText(/保存了新的内容：工号/)
  answers.setCompanyUser = { employee }
  await change('工号（选填）', 'A-6')
  await user.click(save)
  await expect
    .poll(() => calls('setCompanyUser').at(-1))
    .toEqual({ employee_id, job_number: 'A-6', seen: { job_number: 'B-1' } })
})
