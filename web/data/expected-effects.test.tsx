import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'
import { expectEffect, pendingEffects, withEffects } from './expected-effects.ts'
import { remembering } from './remembered.ts'

const employee = {
  employee_id: newId(),
  name: '陈雨桐',
  phone: '13800000009',
  state: 'active',
  role: 'employee',
} as const
const colleague = { ...employee, employee_id: newId(), name: '王芳' } as const

/** Disables the first person of the list; the server answers when the test lets it. */
async function disable() {
  let answer: (value: object) => void = () => {}
  const page = openPage('/control/employeetime', {
    getCompanyUserList: { list: [employee, colleague], total: 2 },
    setCompanyUser: () =>
      new Promise<object>(resolve => {
        answer = resolve
      }),
  })
  await page.user.click(await screen.findByRole('button', { name: '陈雨桐的更多操作' }))
  await page.user.click(await screen.findByRole('menuitem', { name: '停用账号' }))
  const dialog = within(await screen.findByRole('dialog'))
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: '停用账号' })
  await expect.poll(() => confirm.disabled).toBe(false)
  await page.user.click(confirm)
  return { ...page, answer: (value: object) => answer(value) }
}

const row = (name: string) => {
  const found = screen.getAllByText(name).map(each => each.closest('[data-row], li'))
  return within((found.find(Boolean) ?? document.body) as HTMLElement)
}

test('a change is shown at once in its own row only, and then replaced by the server’s state', async () => {
  const { answers, answer, calls } = await disable()
  await row('陈雨桐').findByText('已停用')
  row('王芳').getByText('在职')
  expect(calls('setCompanyUser')).toHaveLength(1)
  // Another manager has enabled the person meanwhile: the newer answer counts, not the expected effect.
  answers.getCompanyUserList = { list: [employee, colleague], total: 2 }
  answer({ employee: { ...employee, state: 'disabled' } })
  await screen.findByText('已停用 陈雨桐')
  await row('陈雨桐').findByText('在职')
})

test('a refused change is reverted with the reason', async () => {
  const { answer } = await disable()
  await row('陈雨桐').findByText('已停用')
  answer(refuse(-47005, '不能停用自己'))
  await screen.findByText('不能停用自己')
  await row('陈雨桐').findByText('在职')
})

const hours = { employees: 1, unchanged: 0, cost_days: 30, balance: 100 }
/** Milliseconds by which recently assigned days may be off and still read the same. */
const anHour = 3_600_000

test('hours that are given show at once; a refusal takes them back and says why', async () => {
  let answer: (value: object) => void = () => {}
  const { user } = openPage('/control/employeetime', {
    getCompanyUserList: {
      list: [{ ...employee, service_ends_at: null, reserved_days: 0, remain_days: 0 }, colleague],
      total: 2,
    },
    setCompanyUserService: ({ preview }) =>
      preview
        ? hours
        : new Promise<never>(resolve => {
            answer = resolve as (value: object) => void
          }),
  })
  await user.click(await screen.findByRole('button', { name: '给 陈雨桐 分配时长' }))
  const dialog = within(await screen.findByRole('dialog'))
  const assign = dialog.getByRole<HTMLButtonElement>('button', { name: /分\s*配/ })
  await expect.poll(() => assign.disabled).toBe(false)
  await user.click(assign)
  const end = new Date(Date.now() + 30 * 86_400_000 + 8 * anHour).toISOString().slice(0, 10)
  await row('陈雨桐').findByText(new RegExp(end))
  answer(refuse(-47030, '企业剩余时长不足'))
  await screen.findByText('企业剩余时长不足')
  expect(row('陈雨桐').queryByText(new RegExp(end))).toBeNull()
})

test('a move shows the new department at once, by the name that the page knows', () => {
  const [group, dept_id, parent] = [newId(), newId(), newId()]
  const tree = [
    { dept_id: parent, parent_id: null, name: '运营中心' },
    { dept_id, parent_id: parent, name: '华南组' },
  ]
  remembering('getDeptListByCompanyId {}')({ data: { list: tree } })
  remembering('getCompanyUserList {}')({ data: { list: [employee] } })
  const { employee_id } = employee
  const people = { list: [{ ...employee, dept_id: null, dept_path: null }] }
  const shown = <Data,>(data: Data) => withEffects(data, pendingEffects.get())
  const back = expectEffect('batchSetDepartment', { employee_ids: [employee_id], dept_id })
  expect(shown(people).list[0]).toMatchObject({ dept_id, dept_path: '运营中心 / 华南组' })
  back?.(false)
  expect(shown(people).list[0]).toMatchObject({ dept_id: null })
  // A group's page shows the members it knows, its list their number.
  const members = { group_id: group, remove_dept_ids: [dept_id], add_employee_ids: [employee_id, newId()] }
  const detail = { group_id: group, departments: [{ dept_id, dept_path: '华南组' }], employees: [] }
  const list = { list: [{ group_id: group, departments: 1, employees: 0 }] }
  remembering('getVplGroupDetail {}')({ data: detail })
  remembering('getVplGroupList {}')({ data: list })
  const undo = expectEffect('setVplGroupMembers', members)
  expect(shown(detail)).toMatchObject({ departments: [], employees: [{ name: '陈雨桐' }] })
  expect(shown(list)).toMatchObject({ list: [{ departments: 0, employees: 2 }] })
  // A list that is reloaded before the answer may already include the change, so its sums are shown unchanged.
  const newer = { list: [{ group_id: group, departments: 0, employees: 2 }] }
  expect(shown(newer)).toEqual(newer)
  // Names are the same whether or not the data already includes the change.
  for (const departments of [detail.departments, []]) expect(shown({ ...detail, departments })).toEqual(shown(detail))
  undo?.(false)
  expect(shown(detail)).toBe(detail)
})
