import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#web/testing/open-page.tsx'

const [above, below] = ['0199a000-0000-7000-8000-000000000001', '0199a000-0000-7000-8000-000000000002']
const department = (dept_id: string, name: string) => ({
  dept_id,
  parent_id: null,
  name,
  sort: 0,
  people: 1,
  people_in_all: 1,
})

/** Opens the dialog for moving a department, and chooses the new parent. */
async function moving(answers: Parameters<typeof openPage>[1]) {
  const page = openPage(`/control/departmentgroup?dept_id=${below}`, {
    getDeptListByCompanyId: { list: [department(above, '北美站组'), department(below, '采购部')], total: 2 },
    ...answers,
  })
  await page.user.click(await screen.findByRole('button', { name: '采购部的更多操作' }))
  await page.user.click(await screen.findByText('移动到其他部门下'))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('combobox', { name: '上级部门' }))
  const [, option] = await screen.findAllByText('北美站组')
  if (option) await page.user.click(option)
  return { ...page, dialog }
}

test('a department’s new parent is saved only after showing who gains and loses lines', async () => {
  const plan = Promise.withResolvers<void>()
  const { user, calls, dialog } = await moving({
    async planAccess() {
      await plan.promise
      return {
        gained: {
          people: 1,
          list: [{ employee_id: above, name: '陈雨桐', dept_path: null, lines: 2, line_names: ['东京-01', '东京-02'] }],
        },
        undoable: true,
      }
    },
    setDepartment: { dept_id: below, activity_id: above },
  })
  const save = dialog.getByRole('button', { name: '保存' })
  await expect.poll(() => calls('planAccess').length).toBe(1)
  await user.click(save)
  expect(calls('setDepartment')).toEqual([])
  plan.resolve()
  await dialog.findByText(/陈雨桐（东京-01、东京-02）/)
  dialog.getByText(/^保存后十分钟内可以撤销/)
  await expect.poll(() => save.hasAttribute('disabled')).toBe(false)
  await user.click(save)
  await expect.poll(() => calls('setDepartment').length).toBe(1)
  // The confirmation offers an undo.
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await expect.poll(() => calls('undoActivity')).toEqual([{ activity_id: above }])
})

test('people who are there already are not moved, and a template alone is said to be applied', async () => {
  const { user } = openPage(`/control/departmentgroup?dept_id=${below}`, {
    getDeptListByCompanyId: { list: [department(above, '北美站组'), department(below, '采购部')], total: 2 },
    getCompanyUserList: { list: [{ employee_id: above, name: '陈雨桐', dept_id: below, state: 'active' }], total: 1 },
    getTemplateList: { list: [{ template_id: above, name: '北美站运营' }] },
  })
  await user.click(await screen.findByRole('button', { name: /^移动/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: '移动' }).hasAttribute('disabled')).toBe(true)
  await user.click(await dialog.findByRole('combobox', { name: '入职模板（选填）' }))
  await user.click(await screen.findByText('北美站运营'))
  const apply = await dialog.findByRole('button', { name: '套用模板' })
  await expect.poll(() => apply.hasAttribute('disabled')).toBe(false)
})

test('an empty department leads to the page that adds people into it', async () => {
  const tree = {
    getDeptListByCompanyId: { list: [department(above, '北美站组'), department(below, '采购部')], total: 2 },
  }
  const { user } = openPage(`/control/departmentgroup?dept_id=${below}`, {
    ...tree,
    getCompanyUserList: { list: [], total: 0, more: false },
  })
  await user.click(await screen.findByRole('link', { name: '添加到这个部门' }))
  const row = (await screen.findByLabelText('第 1 行的部门')).closest('.draft-field')
  // The list of departments arrives after the page.
  await expect.poll(() => row?.textContent).toContain('采购部')
})
