import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { lost, openPage, refuse } from '#web/testing/open-page.tsx'

test('a list that failed to load says so and can be retried', async () => {
  const { user, answers } = openPage('/control/employeetime', { getCompanyUserList: lost })
  expect((await screen.findByRole('alert')).textContent).toContain('网络连接失败')
  answers.getCompanyUserList = { list: [{ name: '余知夏' }], total: 1 }
  await user.click(screen.getByRole('button', { name: '重试' }))
  const list = await screen.findByRole('region', { name: '员工列表' })
  await within(list).findByText('共 1 名员工')
})

test('an empty ledger of hours leads to buying some', async () => {
  openPage('/control/employeetime?tab=ledger', { getServiceLedger: { list: [], total: 0 } })
  await screen.findByText('还没有时长流水')
  const empty = within(screen.getByRole('region', { name: '流水列表' }))
  expect(empty.getByRole('link', { name: '购买时长' }).getAttribute('href')).toBe('/control/employeehouers')
})

test('only the owner is offered acts against the owner or the transfer of the company', async () => {
  const { user } = openPage('/control/employeetime', {
    getCompanyUserList: { list: [{ name: '林海舟', role: 'owner', state: 'active' }], total: 1 },
  })
  await user.click(await screen.findByRole('button', { name: '林海舟的更多操作' }))
  await screen.findByRole('menuitem', { name: '修改资料' })
  for (const action of ['停用账号', '移除员工', '离职交接', '转让企业'])
    expect(screen.queryByRole('menuitem', { name: action })).toBeNull()
})

test.each([
  ['employee', true],
  ['manager', false],
] as const)(
  'disabling somebody whose role is %s tells of a duty only where there may be one',
  async (role, mentioned) => {
    const { user } = openPage('/control/employeetime', {
      getCompanyUserList: { list: [{ name: '余知夏', role, state: 'active' }], total: 1 },
    })
    await user.click(await screen.findByRole('button', { name: '余知夏的更多操作' }))
    await user.click(await screen.findByRole('menuitem', { name: '停用账号' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/在所有地方的登录立即结束/)
    expect(dialog.queryAllByText(/^如担任.*角色，随之结束/)).toHaveLength(mentioned ? 1 : 0)
    expect(dialog.queryByText(/^担任的角色/)).toBeNull()
  },
)

test.each(['', '?employee_id=x', `?employee_id=${newId()}`])(
  'details%s of no existing person link back to the list',
  async search => {
    openPage(`/control/employeedetails${search}`, { getCompanyUserDetail: refuse(-47001, '员工不存在') })
    await screen.findByRole('heading', { level: 1, name: '员工详情' })
    expect(screen.getByRole('link', { name: '查看全部员工' }).getAttribute('href')).toBe('/control/employeetime')
  },
)

test('days can be reserved for an invited person, by days only, and the list shows them', async () => {
  const invited = { name: '王芳', state: 'invited', role: 'employee', reserved_days: 30 } as const
  const { user, calls } = openPage('/control/employeetime', {
    getCompanyUserList: { list: [invited], total: 1 },
    setCompanyUserService: { employees: 1, cost_days: 30, balance: 70 },
    getServiceBalance: { employees_in_service: 7 },
  })
  await screen.findByText('已预留 30 天，待加入')
  const figure = await screen.findByRole('link', { name: '7' })
  expect(figure.getAttribute('href')).toBe('/control/employeetime?state=active&service=in_service')
  await user.click(screen.getByRole('button', { name: '给 王芳 分配时长' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/预留 30 天，待加入后起算/)
  // The button waits for the plan.
  await dialog.findByText('没有人的使用权限会变化。')
  expect(dialog.queryByText(/不能撤销/)).toBeNull()
  await user.click(dialog.getByText('到某一天'))
  await dialog.findByText('分配时长', { selector: '.ant-modal-title' })
  await user.click(dialog.getByText('按天数'))
  await dialog.findByText(/预留 30 天，待加入后起算/)
  await user.click(dialog.getByRole('button', { name: '分配' }))
  await expect.poll(() => calls('setCompanyUserService').filter(({ preview }) => !preview).length).toBe(1)
})

test('giving days to everybody who matches says that more match than one act takes', async () => {
  const people = { list: [{ employee_id: newId(), name: '王芳', state: 'active' as const }], total: 1 }
  const { user, answers } = openPage('/control/employeetime', { getCompanyUserList: { ...people, more: true } })
  const extend = async () => {
    await user.click(await screen.findByRole('button', { name: '全员延长' }))
    return within(await screen.findByRole('dialog'))
  }
  const dialog = await extend()
  await dialog.findByText(/符合条件的不止这 1 人/)
  await user.click(dialog.getByRole('button', { name: '取消' }))
  answers.getCompanyUserList = { ...people, more: false }
  const all = await extend()
  await all.findByText('给 王芳 分配时长', { selector: '.ant-modal-title' })
  await expect.poll(() => all.queryByText(/符合条件的不止/)).toBeNull()
})

test('days can be reserved while adding people; an insufficient balance is reported at the field', async () => {
  const { user, calls } = openPage('/control/addemployee', {
    addCompanyUser: refuse(-47030, '企业剩余时长不足，还缺人天数：', 12),
  })
  await user.type(await screen.findByLabelText('手机号'), '13900001111')
  await user.type(screen.getByLabelText('姓名'), '王芳')
  await user.type(screen.getByLabelText('为每人预留时长（选填）'), '5000')
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  await screen.findByText('请输入 1 到 3,650 天，或留空')
  expect(calls('addCompanyUser')).toEqual([])
  await user.clear(screen.getByLabelText('为每人预留时长（选填）'))
  await user.type(screen.getByLabelText('为每人预留时长（选填）'), '30')
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  await screen.findByText('企业剩余时长不足，还缺人天数：12')
  expect(calls('addCompanyUser')[0]).toMatchObject({ reserve_days: 30 })
})

test('Enter right after the number is carried out once the plan has come, for this number alone', async () => {
  const active = { name: '王芳', state: 'active', role: 'employee' } as const
  const { user, calls } = openPage('/control/employeetime', {
    getCompanyUserList: { list: [active], total: 1 },
    setCompanyUserService: ({ days = 0 }) => ({ employees: 1, cost_days: days, balance: 70 }),
  })
  const assignments = () => calls('setCompanyUserService').filter(({ preview }) => !preview)
  await user.click(await screen.findByRole('button', { name: '给 王芳 分配时长' }))
  const dialog = within(await screen.findByRole('dialog'))
  const days = dialog.getByLabelText('每人增加的天数')
  await user.clear(days)
  await user.type(days, '20{Enter}')
  await expect.poll(assignments).toMatchObject([{ days: 20 }])
})

test('people of several departments are moved only where somebody has chosen', async () => {
  const [one, other, dept_id] = [newId(), newId(), newId()]
  const person = { state: 'active', role: 'employee' } as const
  const { user, calls } = openPage('/control/employeetime', {
    getCompanyUserList: {
      list: [
        { ...person, employee_id: one, name: '王芳', dept_id },
        { ...person, employee_id: other, name: '陈雨桐', dept_id: null },
      ],
      total: 2,
    },
    getDeptListByCompanyId: { list: [{ dept_id, name: '运营部', parent_id: null, sort: 0 }], total: 1 },
  })
  await user.click(await screen.findByRole('checkbox', { name: /王芳/ }))
  await user.click(screen.getByRole('checkbox', { name: /陈雨桐/ }))
  await user.click(await screen.findByRole('button', { name: '调整部门' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('请选择部门')
  expect(dialog.getByRole('button', { name: '移动' }).hasAttribute('disabled')).toBe(true)
  expect(calls('planAccess')).toEqual([])
  await user.click(dialog.getByRole('combobox', { name: '部门' }))
  await user.click(await screen.findByText('运营部', { selector: '.ant-select-tree-title' }))
  await dialog.findByText(/其中 1 人已在这个部门/)
  await dialog.findByRole('button', { name: '移动 1 人' })
})

test('a field that the server refuses takes the focus, although the answer is drawn after the next frame', async () => {
  const { user } = openPage('/control/addemployee', {
    addCompanyUser: {
      added: 0,
      results: [{ phone: '13900000001', employee_id: null, problem: '已被其他员工使用', problem_field: 'job_number' }],
    },
  })
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => {
    run(0)
    return 0
  })
  await user.type(await screen.findByLabelText('手机号'), '13900000001')
  await user.type(screen.getByLabelText('姓名'), '王芳{Enter}')
  await screen.findByText('已被其他员工使用')
  expect(document.activeElement).toBe(screen.getByLabelText('工号'))
})
