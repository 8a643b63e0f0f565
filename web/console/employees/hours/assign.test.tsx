import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { session } from '#web/data/session.ts'
import { newId } from '#web/testing/answers.ts'
import { userInfo } from '#web/testing/browser.ts'
import { type Answers, expectEnabled, lost, openPage, refuse } from '#web/testing/open-page.tsx'

const person = { state: 'active', role: 'employee' } as const

test('days that are chosen after an Enter take its place, and are kept as typed ones are', async () => {
  const { user, calls } = openPage('/control/employeetime', {
    getCompanyUserList: { list: [{ ...person, employee_id: newId(), name: '王芳' }], total: 1 },
    // The preview of the first amount never arrives.
    setCompanyUserService: ({ days = 0 }) =>
      days === 20 ? new Promise(() => undefined) : { employees: 1, cost_days: days, balance: 70 },
  })
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: '给 王芳 分配时长' }))
    return within(await screen.findByRole('dialog'))
  }
  const dialog = await open()
  await user.clear(dialog.getByLabelText('每人增加的天数'))
  await user.type(dialog.getByLabelText('每人增加的天数'), '20{Enter}')
  await user.click(dialog.getByRole('button', { name: '90 天' }))
  await dialog.findByText('没有人的使用权限会变化。')
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const again = await open()
  await expect.poll(() => again.getByLabelText<HTMLInputElement>('每人增加的天数').value).toBe('90')
  await again.findByText('没有人的使用权限会变化。')
  await user.click(again.getByRole('button', { name: '分配' }))
  await expect
    .poll(() => calls('setCompanyUserService').filter(({ preview }) => !preview))
    .toMatchObject([{ days: 90 }])
})

test('days whose answer was lost are the same days in the dialog opened again', async () => {
  const sent: boolean[] = []
  const { user, calls, keys } = openPage('/control/employeetime', {
    getCompanyUserList: { list: [{ ...person, employee_id: newId(), name: '王芳' }], total: 1 },
    setCompanyUserService: ({ days = 0, preview = false }) =>
      preview || sent.push(true) > 1 ? { employees: 1, cost_days: days, balance: 70 } : lost,
  })
  async function assign() {
    await user.click(await screen.findByRole('button', { name: '给 王芳 分配时长' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('没有人的使用权限会变化。')
    await user.click(dialog.getByRole('button', { name: '分配' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  }
  await assign()
  await screen.findByText(/网络连接失败/)
  await assign()
  await screen.findByText(/已给 1 人分配/)
  await assign()
  await expect.poll(() => sent).toHaveLength(3)
  const [first, second, third] = calls('setCompanyUserService').flatMap(({ preview }, at) =>
    preview ? [] : [keys('setCompanyUserService')[at]],
  )
  expect(second).toBe(first)
  expect(third).not.toBe(second)
})

test.each([
  ['给 王芳 分配时长', 'setCompanyUserService', { employees: 1, cost_days: 30, balance: 70 }, '分配'],
  ['收回时长', 'reclaimService', { employees: 1, reclaimed_days: 30, balance: 70 }, '收回时长'],
  ['离职交接', 'handOverEmployee', {}, '开始交接'],
  ['移除员工', 'reclaimService', { employees: 1, reclaimed_days: 30, balance: 70 }, '移除 1 人'],
] as const)('%s: what could not be computed is computed again in the dialog', async (act, call, answer, ok) => {
  const { user, answers } = openPage('/control/employeetime', {
    getCompanyUserList: { list: [{ ...person, employee_id: newId(), name: '王芳', remain_days: 9 }], total: 1 },
    [call]: refuse(503, '服务繁忙'),
  })
  const button = () => screen.findByRole(act.startsWith('给') ? 'button' : 'menuitem', { name: act })
  if (!act.startsWith('给')) await user.click(await screen.findByRole('button', { name: '王芳的更多操作' }))
  await user.click(await button())
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/服务繁忙/)
  Object.assign(answers, { [call]: answer })
  await user.click(dialog.getByRole('button', { name: '重试' }))
  await expectEnabled(await dialog.findByRole('button', { name: ok }))
  expect(dialog.queryByText(/服务繁忙/)).toBeNull()
})

const people = [
  { ...person, employee_id: newId(), name: '王芳' },
  { ...person, employee_id: newId(), name: '周经理', role: 'manager' as const },
]
const listed = { list: people, total: 2 }
const duty = { duty: 'department' as const, duty_departments: ['运营部'] }
/** Opens the list as the head of a department. */
function openAsHead(answers: Answers) {
  // Simulates the state after a login.
  localStorage.setItem('token', 'x'.repeat(43))
  session.setUserInfo({ ...userInfo, ...duty })
  onTestFinished(() => session.setUserInfo(userInfo))
  const user_info = { is_company_manager: 1 as const, phone: '13800000001', ...duty }
  return openPage('/control/employeetime', { wGetUserInfo: { user_status: 1, user_info }, ...answers })
}

test('the head of a department extends everybody but the managers in it, who are named', async () => {
  const { user, calls, answers } = openAsHead({
    getCompanyUserList: listed,
    setCompanyUserService: { employees: 1, cost_days: 30, balance: 70 },
  })
  await user.click(await screen.findByRole('button', { name: '全员延长' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('给 王芳 分配时长', { selector: '.ant-modal-title' })
  dialog.getByText('不包括 周经理：企业所有者与管理员不由您管理。')
  await dialog.findByText('没有人的使用权限会变化。')
  const named = calls('setCompanyUserService').flatMap(({ employee_ids }) => employee_ids)
  expect(new Set(named)).toEqual(new Set([people[0]?.employee_id]))
  await user.click(dialog.getByRole('button', { name: '取消' }))
  answers.getCompanyUserList = { list: people.slice(1), total: 1 }
  await user.click(screen.getByRole('button', { name: '全员延长' }))
  await screen.findByText('企业所有者与管理员不由您管理')
})

test.each([
  ['收回时长', 'reclaimService'],
  ['移除', 'delCompanyUser'],
] as const)('the head of a department who selects all names no manager to %s', async (act, call) => {
  const { user, calls } = openAsHead({
    getCompanyUserList: listed,
    reclaimService: { reclaimed_days: 3, employees: 1, balance: 9 },
  })
  await user.click(await screen.findByRole('checkbox', { name: '选择本页全部' }))
  await user.click(await screen.findByRole('button', { name: act }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/^不包括 周经理/)
  await expect
    .poll(() => calls('planAccess'))
    .toMatchObject([{ call, input: { employee_ids: [people[0]?.employee_id] } }])
})

test('extending everybody takes those who were invited, too, and says when there is nobody', async () => {
  const invited = { ...person, employee_id: newId(), name: '李雷', state: 'invited' } as const
  const { user, answers } = openPage('/control/employeetime', {
    getCompanyUserList: ({ state }) =>
      !state || state === 'invited' ? { list: [invited], total: 1 } : { list: [], total: 0 },
    setCompanyUserService: { employees: 1, cost_days: 30, balance: 70 },
  })
  const extend = await screen.findByRole('button', { name: '全员延长' })
  await user.click(extend)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('给 李雷 分配时长', { selector: '.ant-modal-title' })
  await user.click(dialog.getByRole('button', { name: '取消' }))
  answers.getCompanyUserList = ({ state }) =>
    state ? { list: [], total: 0 } : { list: [{ ...invited, state: 'disabled' }], total: 1 }
  await user.click(extend)
  await screen.findByText('没有可以分配时长的员工')
})

test('extending everybody who was listed is dropped once other people are listed', async () => {
  const { user, calls, answers } = openPage('/control/employeetime', {
    getCompanyUserList: listed,
    setCompanyUserService: { employees: 1, cost_days: 30, balance: 70 },
  })
  const extend = await screen.findByRole('button', { name: '全员延长' })
  // Loads the dialog, so that it would show immediately.
  await user.click(extend)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '取消' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  let answer = () => {}
  const gathered = new Promise<void>(done => {
    answer = done
  })
  answers.getCompanyUserList = async ({ page_size }) => {
    if (page_size === 100) await gathered
    return listed
  }
  const gatherings = () => calls('getCompanyUserList').filter(({ state }) => state === 'invited').length
  const before = gatherings()
  await user.click(extend)
  await user.type(screen.getByRole('searchbox'), '李{Enter}')
  await screen.findByRole('button', { name: '全部延长' })
  answer()
  await expect.poll(gatherings).toBe(before + 1)
  await expect.poll(() => extend.getAttribute('aria-busy')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
