import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'

const row = { hours_amount: 5_000, lines_amount: 7_500, amount: 12_500, used: 2 }
const months = [{ month: '2026-10', hours_amount: 100, lines_amount: 200 }]
const idlePerson = { employee_id: newId(), name: '李雷', dept_path: null, days: 59, amount: 14_750 }
const line = { svp_id: newId(), name: '东京-02', country: '日本', city: '东京', groups: 0, last_day: null }

test('a month is shown by department, regrouped by the address, and totalled', async () => {
  const { user, calls, answers } = openPage('/control/costs?month=2026-10', {
    getCostOverview: { months, forecast: [], balance: { days: 3, amount: 900 } },
    getCosts: { list: [{ id: newId(), name: '运营部', detail: '2 人', ...row }], total: 1, ...row, closed_at: null },
    getIdle: { known: true, seats: [], hours: [], lines: [] },
  })
  await screen.findByText('运营部')
  expect(calls('getCosts')[0]).toMatchObject({ month: '2026-10', by: 'department' })
  expect(within(await screen.findByRole('row', { name: /^合计/ })).getByText('¥125.00')).toBeTruthy()
  screen.getByText('这个月尚未结定，数字还会变化。')
  answers.getCosts = { list: [], total: 1, ...row, closed_at: '2026-10-31T16:43:00.000Z' }
  await user.click(screen.getByText('人员'))
  await screen.findByText(/^这个月已于 2026-11-01 00:43/)
  await screen.findByRole('columnheader', { name: '人员' })
  expect(calls('getCosts').at(-1)).toMatchObject({ month: '2026-10', by: 'employee' })
  await screen.findByText('没有发现闲置。')
})

test('nothing is called free of idleness while no client reports connections', async () => {
  openPage('/control/costs', { getIdle: { known: false, seats: [], hours: [], lines: [] } })
  await screen.findByText(/没有客户端上报连接，所以不能判断/)
  expect(screen.queryByText('没有发现闲置。')).toBeNull()
})

test('idle hours and lines are reclaimed, assigned or switched off by buttons, after a plan or confirmation', async () => {
  const { user, calls } = openPage('/control/costs', {
    getIdle: {
      known: true,
      seats: [{ ...idlePerson, last_at: null }],
      hours: [],
      balance: { days: 40, ending: [{ employee_id: newId(), name: '韩梅梅' }], each: 30, amount: 7_500 },
      lines: [{ ...line, auto_renew: true, amount: 2_250 }],
    },
    reclaimService: { employees: 1, reclaimed_days: 59, balance: 99 },
  })
  await user.click(await screen.findByRole('button', { name: '收回 李雷 的时长' }))
  await user.click(await screen.findByRole('button', { name: '收回时长' }))
  expect(calls('reclaimService').at(-1)).toMatchObject({ employee_ids: [idlePerson.employee_id] })
  await user.click(await screen.findByRole('button', { name: '分给即将到期的 1 人' }))
  const assign = await screen.findByRole<HTMLButtonElement>('button', { name: /^分\s?配$/ })
  // The button waits for the plan.
  await expect.poll(() => assign.disabled).toBe(false)
  await user.click(assign)
  expect(calls('setCompanyUserService').at(-1)).toMatchObject({ days: 30 })
  await user.click(await screen.findByRole('button', { name: '关闭自动续费：东京-02' }))
  await user.click(await screen.findByRole('button', { name: '关闭自动续费' }))
  expect(calls('setCompanyVpl').at(-1)).toEqual({ svp_ids: [line.svp_id], auto_renew: false })
})

test('an idle line is added to a group after its plan, and nothing is said of the group’s other lines', async () => {
  const [group_id, held] = [newId(), newId()]
  const { user, calls } = openPage('/control/costs', {
    getIdle: { known: true, seats: [], hours: [], lines: [{ ...line, auto_renew: false, amount: 100 }] },
    getVplGroupList: { list: [{ group_id, name: '日本店铺' }] },
    getVplGroupDetail: { group_id, name: '日本店铺', lines: [{ svp_id: held }] },
  })
  await user.click(await screen.findByRole('button', { name: '交给一个组：东京-02' }))
  await user.click(await screen.findByRole('combobox', { name: '专线组' }))
  await user.click(await screen.findByText(/^日本店铺（/))
  const input = { group_id, add_svp_ids: [line.svp_id] }
  await expect.poll(() => calls('planAccess').at(-1)).toMatchObject({ call: 'setVplGroupLines', input })
  await user.click(await screen.findByRole('button', { name: '交给这个组' }))
  await expect.poll(() => calls('setVplGroupLines')).toEqual([input])
})

test('nothing is shown as idle if no client reports', async () => {
  openPage('/control/costs', { getIdle: { known: false, seats: [], hours: [], lines: [] } })
  await screen.findByText(/没有客户端上报连接/)
})

test('a pack is requested, its progress shown, and downloaded', async () => {
  const made = { pack_id: newId(), actor_name: '林海舟', state: 'ready' as const, size: 2_048, sha256: 'ab'.repeat(32) }
  const { user, calls, answers } = openPage('/control/costs', { getCompliancePacks: { list: [] } })
  const request = await screen.findByRole('button', { name: '生成合规包' })
  answers.getCompliancePacks = { list: [{ ...made, available: true }] }
  await user.click(request)
  expect(calls('requestCompliancePack')).toEqual([{}])
  await user.click(await screen.findByRole('button', { name: /^下载 / }))
  expect(calls('openCompliancePack')).toEqual([{ pack_id: made.pack_id }])
})
