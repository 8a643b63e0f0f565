import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { store } from '#web/data/store.ts'
import { newId } from '#web/testing/answers.ts'
import { manager, openPage } from '#web/testing/open-page.tsx'

test('an employee with a duty sees its pages in the menu, and is told which are closed', async () => {
  store.set({ duty: 'finance' })
  const profile = { user_status: 1, user_info: { is_company_manager: 1, duty: 'finance' } } as const
  openPage('/control/deviceManage', { wGetUserInfo: profile })
  await screen.findByRole('heading', { name: '您的角色看不到这一页' })
  const menu = within(screen.getByRole('navigation', { name: '控制台菜单' }))
  expect(menu.getAllByRole('link').map(link => link.textContent)).toEqual([
    '企业信息',
    '虚拟专线',
    '购买员工时长',
    '购买虚拟专线',
    '订单记录',
    '费用',
    '余额',
    '领券中心',
    '我的优惠券',
    '个人信息',
  ])
})

test('an open console follows a role that is given or changed meanwhile', async () => {
  store.set({ duty: null })
  const { answers, calls } = openPage('/control/deviceManage')
  await vi.waitFor(() => expect(store.get().manager).toBe(1))
  expect(screen.queryByText(/您的角色是/)).toBeNull()
  await vi.waitFor(() => expect(calls('wGetUserInfo')).toHaveLength(1))
  answers.wGetUserInfo = { user_status: 1, user_info: { ...manager.wGetUserInfo.user_info, duty: 'finance' } }
  // An answer still on its way predates the change.
  const follows = () => {
    announceCompanyChange()
    screen.getByRole('heading', { name: '您的角色看不到这一页' })
  }
  await vi.waitFor(follows, { timeout: 10_000, interval: 200 })
  const links = () =>
    within(screen.getByRole('navigation', { name: '控制台菜单' }))
      .getAllByRole('link')
      .map(link => link.textContent)
  // The menu and the page follow the store independently.
  await vi.waitFor(() => expect(links()).not.toContain('员工与时长'))
  answers.wGetUserInfo = manager.wGetUserInfo
  announceCompanyChange()
  await vi.waitFor(() => expect(links()).toContain('员工与时长'), { timeout: 10_000 })
  await vi.waitFor(() => expect(screen.queryByText(/您的角色是/)).toBeNull(), { timeout: 10_000 })
})

test('the head of a department is told which', async () => {
  store.set({ duty: 'department' })
  const user_info = { is_company_manager: 1, duty: 'department', duty_departments: ['运营部'] } as const
  openPage('/control/employeetime', { wGetUserInfo: { user_status: 1, user_info } })
  await screen.findByText(/您的角色是“部门主管”.*所限部门：运营部。/)
  // The other tabs of the page are closed to the role, and one tab leads nowhere.
  await screen.findByRole('link', { name: '添加员工' })
  expect(screen.queryByRole('navigation', { name: '员工与时长' })).toBeNull()
})

test('a manager gives the role of a head with its departments', async () => {
  const [employee_id, dept_id] = [newId(), newId()]
  const { user, calls } = openPage('/control/employeetime?tab=roles', {
    getDutyList: {
      list: [{ employee_id, name: '陈雨桐', duty: 'department', dept_ids: [dept_id], dept_paths: ['运营部'] }],
    },
    getDeptListByCompanyId: { list: [{ dept_id, name: '运营部', parent_id: null, sort: 0 }] },
    setDuty: { duty: 'department' },
  })
  await user.click(await screen.findByRole('button', { name: '更换' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/其中的管理员不能改动/)
  await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
  const seen = { duty: 'department', dept_ids: [dept_id] }
  await vi.waitFor(() => expect(calls('setDuty')[0]).toEqual({ employee_id, ...seen, seen }))
})

test('devices can be given for departments or all of them, finance says why it has none', async () => {
  const [employee_id, dept_id] = [newId(), newId()]
  store.set({ duty: null, dutyDepartments: null })
  const { user, calls } = openPage('/control/employeetime?tab=roles', {
    getDutyList: {
      list: [{ employee_id, name: '陈雨桐', duty: 'reader', dept_ids: [dept_id], dept_paths: ['运营部'] }],
    },
    getDeptListByCompanyId: { list: [{ dept_id, name: '运营部', parent_id: null, sort: 0 }] },
    setDuty: { duty: 'devices' },
  })
  await screen.findByText('看所限部门（含下级）的员工与设备，不能改动')
  const choose = async (role: RegExp) => {
    await user.click(await screen.findByRole('button', { name: '更换' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('radio', { name: role }))
    return { dialog, save: () => user.click(dialog.getByRole('button', { name: /保\s*存/ })) }
  }
  const devices = await choose(/^设备/)
  devices.dialog.getByText(/不选即全企业/)
  await devices.save()
  await vi.waitFor(() => expect(calls('setDuty')[0]).toMatchObject({ duty: 'devices', dept_ids: [dept_id] }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const finance = await choose(/^财务/)
  finance.dialog.getByText(/订单、余额与发票不属于任何部门/)
  await finance.save()
  await vi.waitFor(() => expect(calls('setDuty')[1]).toMatchObject({ duty: 'finance', dept_ids: null }))
})

const waiting = { audit_state: 'pending', auth_state: 'authorized' } as const
const waitingDevices = [
  { ...waiting, device_id: newId(), name: '直播间电脑', employee_name: '陈雨桐', employee_manages: false },
  { ...waiting, device_id: newId(), name: '经理的电脑', employee_name: '林海舟', employee_manages: true },
]
const listedDevices = { getDeviceList: { list: waitingDevices, total: 2, pending: 2 } }

test('whoever is limited to departments decides on no device of a manager, and is told why', async () => {
  const user_info = { is_company_manager: 1, duty: 'devices', duty_departments: ['运营部'] } as const
  store.set({ duty: 'devices', dutyDepartments: ['运营部'] })
  const { user } = openPage('/control/deviceManage', {
    wGetUserInfo: { user_status: 1, user_info },
    ...listedDevices,
  })
  await screen.findByText(/您的角色是“设备”.*所限部门：运营部。/)
  await screen.findByRole('button', { name: '通过 直播间电脑（陈雨桐）' })
  expect(screen.queryByRole('button', { name: /^(通过|驳回) 经理的电脑/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /经理的电脑/ }))
  await user.click(screen.getByRole('button', { name: '通过' }))
  await screen.findByText('管理员的设备由不限部门的管理员处理')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a manager decides on the devices of managers', async () => {
  openPage('/control/deviceManage', listedDevices)
  await screen.findByRole('button', { name: '通过 经理的电脑（林海舟）' })
})

test('whoever looks at departments only sees the pages that keep to them in the menu', async () => {
  store.set({ duty: 'reader', dutyDepartments: ['运营部'] })
  const user_info = { is_company_manager: 1, duty: 'reader', duty_departments: ['运营部'] } as const
  openPage('/control/orderrecord', { wGetUserInfo: { user_status: 1, user_info } })
  await screen.findByRole('heading', { name: '您的角色看不到这一页' })
  const menu = within(screen.getByRole('navigation', { name: '控制台菜单' }))
  expect(menu.getAllByRole('link').map(link => link.textContent)).toEqual([
    '企业信息',
    '员工与时长',
    '设备',
    '个人信息',
  ])
})

test('revoking a role names it', async () => {
  store.set({ duty: null })
  const employee_id = newId()
  const { user, calls } = openPage('/control/employeetime?tab=roles', {
    getDutyList: { list: [{ employee_id, name: '陈雨桐', duty: 'reader' }] },
    setDuty: { duty: null },
  })
  await user.click(await screen.findByRole('button', { name: '收回' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/陈雨桐 不再是“只读”，立即不能再进控制台/)
  await user.click(dialog.getByRole('button', { name: /收\s*回/ }))
  await vi.waitFor(() => expect(calls('setDuty')[0]).toEqual({ employee_id, duty: null }))
})

const order_id = newId()
const order = { order_id, order_number: '202611230000000001', state: 'refunding' as const, operas: [], items: [] }
const shownOrder = { getOrderDetailByOrderId: order, getOrderList: { list: [], total: 0 } }

test('a ticket can be opened from its order', async () => {
  store.set({ duty: null })
  openPage(`/control/orderrecord?order_id=${order_id}`, shownOrder)
  const link = await screen.findByRole('link', { name: '提交工单' })
  expect(link.getAttribute('href')).toBe(`/control/tickets?new=1&order=${order_id}`)
})

test('opening a ticket is not offered to those without access to tickets', async () => {
  store.set({ duty: 'finance' })
  const profile = { user_status: 1, user_info: { is_company_manager: 1, duty: 'finance' } } as const
  openPage(`/control/orderrecord?order_id=${order_id}`, { ...shownOrder, wGetUserInfo: profile })
  await screen.findByRole('button', { name: /合同/ })
  expect(screen.queryByRole('link', { name: '提交工单' })).toBeNull()
})

test('the page of a person has no links to pages that the head of a department does not reach', async () => {
  const employee_id = newId()
  store.set({ duty: 'department', dutyDepartments: ['运营部'] })
  openPage(`/control/employeedetails?employee_id=${employee_id}`, {
    wGetUserInfo: {
      user_status: 1,
      user_info: { is_company_manager: 1, duty: 'department', duty_departments: ['运营部'] },
    },
    getCompanyUserDetail: { employee: { employee_id, name: '陈雨桐', state: 'active' } },
    getEmployeeVplList: { list: [{ svp_id: newId(), name: '东京-01', reasons: [{ group_name: '直播间' }] }], total: 1 },
  })
  await screen.findByText('直播间')
  expect(screen.queryByRole('link', { name: '直播间' })).toBeNull()
  expect(screen.queryByRole('link', { name: '在流水中查看' })).toBeNull()
  // No separator remains before the missing part.
  screen.getByText(/^1 条$/)
  store.set({ duty: null, dutyDepartments: null })
})

test('the people with a role are exported', async () => {
  store.set({ duty: null, dutyDepartments: null })
  const { user, calls } = openPage('/control/employeetime?tab=roles', {
    getDutyList: { list: [{ employee_id: newId(), name: '陈雨桐', duty: 'reader' }], total: 1 },
    exportDuties: { url: '#', file_name: '角色.xlsx', rows: 1 },
  })
  await screen.findByText('陈雨桐')
  await user.click(screen.getByRole('button', { name: /导出$/ }))
  await expect.poll(() => calls('exportDuties')).toEqual([{}])
})
