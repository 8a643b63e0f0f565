import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { employee, openPage, refuse } from '#web/testing/open-page.tsx'
import { loadUnread } from '#web/ui/notices/unread.ts'

const device_id = crypto.randomUUID()
const open = {
  request_id: crypto.randomUUID(),
  kind: 'days' as const,
  days: 30,
  device_name: null,
  note: '下个月继续出差',
  state: 'open' as const,
}
const answers = {
  ...employee,
  getMyService: {
    company: { name: '深圳市蓝帆有限公司', managers: [] },
    devices: [{ device_id, name: '新电脑', audit_state: 'pending' as const }],
  },
}

test('an employee requests approval of a device', async () => {
  const { user, calls } = openPage('/personaldetails', { ...answers, getMyRequests: { list: [] } })
  await user.click(await screen.findByRole('button', { name: '提交申请' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: '审核设备' }))
  await user.type(dialog.getByRole('textbox', { name: '说明' }), '新换的办公电脑')
  await user.click(dialog.getByRole('button', { name: '提交申请' }))
  await expect.poll(() => calls('requestAccess')).toEqual([{ kind: 'device', device_id, note: '新换的办公电脑' }])
})

test.each([
  ['hours', '申请时长', { kind: 'days', days: 30 }],
  ['grant', '申请专线', { kind: 'line' }],
  ['device', '申请审核', { kind: 'device', device_id }],
] as const)('what is missing for %s is asked for from its explanation', async (condition, word, request) => {
  const { user, calls } = openPage('/personaldetails', {
    ...answers,
    getMyRequests: { list: [] },
    explainMyAccess: {
      first: condition,
      conditions: [{ condition, state: 'failed', text: '不满足', mend: { by: 'manager', how: '处理' } }],
    },
  })
  await user.click(await screen.findByRole('button', { name: '新电脑为什么能用、不能用' }))
  await user.click(await screen.findByRole('button', { name: word }))
  const dialog = within(await screen.findByRole('dialog', { name: '向管理员申请' }))
  await user.type(dialog.getByRole('textbox', { name: '说明' }), '下周要用')
  await user.click(dialog.getByRole('button', { name: '提交申请' }))
  await expect.poll(() => calls('requestAccess')).toEqual([{ ...request, note: '下周要用' }])
})

test('what is missing can be asked for although the requests of before could not be loaded', async () => {
  const { user } = openPage('/personaldetails', {
    ...answers,
    getMyRequests: refuse(500, '服务出现问题'),
    explainMyAccess: {
      first: 'hours',
      conditions: [{ condition: 'hours', state: 'failed', text: '不满足', mend: { by: 'manager', how: '处理' } }],
    },
  })
  await user.click(await screen.findByRole('button', { name: '新电脑为什么能用、不能用' }))
  await user.click(await screen.findByRole('button', { name: '申请时长' }))
  await screen.findByRole('dialog', { name: '向管理员申请' })
})

test('somebody who has no device yet can ask why, and is led to the client', async () => {
  const { user, calls } = openPage('/personaldetails', {
    ...answers,
    getMyService: { ...answers.getMyService, devices: [] },
    getMyRequests: { list: [] },
    explainMyAccess: {
      first: 'device',
      conditions: [
        { condition: 'hours', state: 'failed', text: '没有时长', mend: { by: 'manager', how: '分配时长' } },
        { condition: 'device', state: 'failed', text: '还没有登记设备', mend: { by: 'employee', how: '登录客户端' } },
      ],
    },
  })
  await user.click(await screen.findByRole('button', { name: '为什么能用、不能用' }))
  const drawer = within(await screen.findByRole('dialog', { name: '为什么能用、不能用' }))
  await drawer.findByRole('button', { name: '申请时长' })
  expect(drawer.getByRole('link', { name: '下载客户端' })).toHaveProperty('href', expect.stringContaining('/download'))
  expect(calls('explainMyAccess')).toEqual([{}])
})

test('requests that do not load say so and can be asked for again', async () => {
  const { user, answers: stubs } = openPage('/personaldetails', { ...answers, getMyRequests: refuse(503, '服务繁忙') })
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('服务繁忙')
  stubs.getMyRequests = { list: [open] }
  await user.click(within(failure).getByRole('button', { name: /重\s?试/ }))
  await screen.findByRole('button', { name: '撤回申请：增加时长 30 天' })
})

test('a refused request shows the reason, and only an open one can be withdrawn', async () => {
  const refused = { ...open, request_id: crypto.randomUUID(), state: 'refused' as const, reason: '项目已结束' }
  const { user, calls } = openPage('/personaldetails', { ...answers, getMyRequests: { list: [open, refused] } })
  await screen.findByText(/管理员答复：项目已结束/)
  const buttons = await screen.findAllByRole('button', { name: '撤回申请：增加时长 30 天' })
  expect(buttons).toHaveLength(1)
  await user.click(buttons[0] as HTMLElement)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '撤回' }))
  await expect.poll(() => calls('withdrawRequest')).toEqual([{ request_id: open.request_id }])
})

test('a decision appears as soon as its notice is counted', async () => {
  let decided = false
  openPage('/personaldetails', {
    ...answers,
    getMyRequests: () => ({ list: [{ ...open, state: decided ? ('approved' as const) : ('open' as const) }] }),
    getNoticeList: () => ({ unread: decided ? 1 : 0 }),
  })
  await screen.findByText('待处理')
  decided = true
  await loadUnread()
  await screen.findByText('已同意')
})

test.each(['finance', 'reader', 'devices', 'department'] as const)(
  'an employee with the duty %s asks the managers as any other, and is led to no page outside of it',
  async duty => {
    const duty_departments = duty === 'department' ? ['运营部'] : null
    const { user, calls } = openPage('/control/managepersonal', {
      wGetUserInfo: { user_status: 1, user_info: { is_company_manager: 1, duty, duty_departments } },
      getMyService: { company: { name: '深圳市蓝帆有限公司', managers: [] }, service_ends_at: null },
      getMyRequests: { list: [] },
    })
    await screen.findByText('尚未分配时长，请联系管理员')
    const main = within(screen.getByRole('main'))
    expect(main.queryByRole('link', { name: '去分配' })).toBeNull()
    expect(main.queryByRole('link', { name: '专线权限' })).toBeNull()
    await user.click(await main.findByRole('button', { name: '提交申请' }))
    const dialog = within(await screen.findByRole('dialog', { name: '向管理员申请' }))
    await user.type(dialog.getByRole('textbox', { name: '说明' }), '下周要用')
    await user.click(dialog.getByRole('button', { name: '提交申请' }))
    await expect.poll(() => calls('requestAccess')).toHaveLength(1)
  },
)
