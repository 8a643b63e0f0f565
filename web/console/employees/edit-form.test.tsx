import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'

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
  await page.user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
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
  await expect.poll(() => calls('setCompanyUser')).toEqual([{ employee_id, job_number: 'A-7' }])
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
  await expect.poll(() => calls('setCompanyUser')).toEqual([{ employee_id, device_limit: 5 }])
})
