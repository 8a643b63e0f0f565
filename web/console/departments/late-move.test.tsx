import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'

test('a move that is answered late leaves the dialog that was opened meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<{ moved: number }>()
  const person = { state: 'active', role: 'employee', dept_id: null } as const
  const { user, calls } = openPage('/control/employeetime', {
    getCompanyUserList: {
      list: [
        { ...person, employee_id: newId(), name: '王芳' },
        { ...person, employee_id: newId(), name: '余知夏' },
      ],
      total: 2,
    },
    getDeptListByCompanyId: { list: [{ dept_id: newId(), parent_id: null, name: '运营部' }] },
    batchSetDepartment: () => promise,
  })
  const ask = async (name: string, act: string) => {
    await user.click(await screen.findByRole('button', { name: `${name}的更多操作` }))
    await user.click(await screen.findByRole('menuitem', { name: act }))
    return within(await screen.findByRole('dialog'))
  }
  const moving = await ask('王芳', '调整部门')
  await user.click(await moving.findByRole('combobox', { name: /部门/ }))
  await user.click(await screen.findByText('运营部'))
  await moving.findByText('没有人的使用权限会变化。')
  await user.click(moving.getByRole('button', { name: '移动 1 人' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => calls('batchSetDepartment')).toHaveLength(1)
  const editing = await ask('余知夏', '修改资料')
  await user.type(await editing.findByRole('textbox', { name: /工号/ }), 'A-17')
  resolve({ moved: 1 })
  await screen.findByText(/已把 1 人移到/)
  expect(screen.getByRole('dialog')).toBeDefined()
  expect(editing.getByRole<HTMLInputElement>('textbox', { name: /工号/ }).value).toBe('A-17')
})
