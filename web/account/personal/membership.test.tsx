import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { employee, expectEnabled, manager, openPage, refuse } from '#web/testing/open-page.tsx'

const company_id = '01990000-0000-7000-8000-000000000001'
const place = { company_id, company_name: '深圳市蓝帆有限公司', name: '陈雨桐' }
const invitation = { ...place, invited_at: '2026-11-20T00:00:00.000Z', lapses_at: '2026-12-04T00:00:00.000Z' }

test('joining requires ticking the box that names the company', async () => {
  const { user, calls, answers } = openPage('/personaldetails', {
    ...employee,
    getMemberships: { membership: null, invitations: [invitation] },
  })
  await user.click(await screen.findByRole('button', { name: /^加\s*入$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  const box = dialog.getByRole<HTMLInputElement>('checkbox', { name: '我同意加入“深圳市蓝帆有限公司”，成为其员工' })
  expect(box.checked).toBe(false)
  await user.click(dialog.getByRole('button', { name: '加入企业' }))
  await dialog.findByText('请勾选同意加入')
  expect(calls('joinCompany')).toEqual([])
  answers.getMemberships = { membership: { ...place, role: 'employee', state: 'active' }, invitations: [] }
  await user.click(box)
  await user.click(dialog.getByRole('button', { name: '加入企业' }))
  await screen.findByRole('button', { name: '退出企业' })
  expect(calls('joinCompany')).toEqual([{ company_id, is_join: 1 }])
})

test('the page starts with the service, or with an invitation while one is waiting', async () => {
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const { answers, user } = openPage('/personaldetails', {
    ...employee,
    getMemberships: { membership: null, invitations: [invitation] },
  })
  await screen.findByRole('button', { name: /^谢\s*绝$/ })
  expect(titles().slice(0, 2)).toEqual(['所属企业', '我的服务'])
  answers.getMemberships = { membership: null, invitations: [] }
  await user.click(screen.getByRole('button', { name: /^谢\s*绝$/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '谢绝邀请' }))
  await waitFor(() => expect(titles().slice(0, 2)).toEqual(['我的服务', '所属企业']))
})

test('declining shows its consequences first', async () => {
  const { user, calls } = openPage('/personaldetails', {
    ...employee,
    getMemberships: { membership: null, invitations: [invitation] },
  })
  await user.click(await screen.findByRole('button', { name: /^谢\s*绝$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/对方的管理员会看到您已谢绝/)
  await user.click(dialog.getByRole('button', { name: '谢绝邀请' }))
  await waitFor(() => expect(calls('declineCompany')).toEqual([{ company_id }]))
})

test('leaving shows what is lost first; an owner is told to transfer the company', async () => {
  const member = { ...place, role: 'employee' as const, state: 'active' as const }
  const { user, calls, answers } = openPage('/personaldetails', {
    ...employee,
    getMemberships: { membership: member, invitations: [] },
    leaveCompany: ({ preview }) => ({
      done: !preview,
      company_name: place.company_name,
      devices: 2,
      // None can be used at the moment, because the person's hours have run out.
      lines: 0,
      reclaimed_days: 0,
    }),
    planMembership: { lost: { lines: 2, line_names: ['东京-01', '东京-02'] } },
  })
  await user.click(await screen.findByRole('button', { name: '退出企业' }))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() =>
    expect(dialog.textContent).toMatch(/失去 2 条专线的使用权：东京-01、东京-02。.*2 台设备.*0 天时长退回企业/),
  )
  expect(calls('leaveCompany')).toEqual([{ company_id, preview: true }])
  answers.getMemberships = { membership: { ...member, role: 'owner' }, invitations: [] }
  await user.click(within(dialog).getByRole('button', { name: '退出企业' }))
  await screen.findByText(/所有者须先在员工列表中转让企业/)
  expect(calls('leaveCompany').at(-1)).toEqual({ company_id })
})

test('erasing the account shows which lines are lost with it, and waits for that', async () => {
  const { user, answers } = openPage('/personaldetails', {
    ...employee,
    getMemberships: { membership: { ...place, role: 'employee', state: 'active' }, invitations: [] },
    planMembership: refuse(503, '服务繁忙'),
  })
  await user.click(await screen.findByRole('button', { name: '注销账号' }))
  const dialog = await screen.findByRole('dialog')
  const erase = within(dialog).getByRole<HTMLButtonElement>('button', { name: '永久注销' })
  await within(dialog).findByText(/服务繁忙/)
  expect(erase.disabled).toBe(true)
  answers.planMembership = { lost: { lines: 2, line_names: ['东京-01', '东京-02'] } }
  await user.click(within(dialog).getByRole('button', { name: '重试' }))
  await expectEnabled(erase)
  await waitFor(() =>
    expect(dialog.textContent).toContain('随之退出深圳市蓝帆有限公司：立即失去 东京-01、东京-02；名下的设备会被删除'),
  )
})

test.each([
  [{ is_company_manager: 1 as const }, '企业管理员'],
  [
    { is_company_manager: 1 as const, duty: 'devices' as const, duty_departments: ['运营部'] },
    '员工（设备，限运营部）',
  ],
  [{ is_company_manager: 1 as const, duty: 'finance' as const }, '员工（财务）'],
  [{ is_company_manager: 0 as const }, '员工'],
])('the profile says who somebody is in the company: %j', async (standing, word) => {
  openPage('/personaldetails', {
    wGetUserInfo: { user_status: 1, user_info: { company_name: '深圳市蓝帆有限公司', duty: null, ...standing } },
  })
  const card = within(await screen.findByRole('region', { name: '个人资料' }))
  expect(card.getByText('身份').nextElementSibling?.textContent).toBe(word)
})

test('somebody who works in a company is verified through it, and need not submit anything', async () => {
  openPage('/personaldetails', {
    ...employee,
    getVerification: { verification: null },
    getMemberships: { membership: { ...place, role: 'employee', state: 'active' }, invitations: [] },
  })
  await screen.findByText('已经企业认证')
  expect(screen.queryByText('未提交')).toBeNull()
  expect(screen.queryByRole('link', { name: '去认证' })).toBeNull()
})

test('where everybody needs an own verification, somebody who works in a company is asked for it', async () => {
  openPage('/personaldetails', {
    ...employee,
    getVerification: { verification: null, is_own_required: true },
    getMemberships: { membership: { ...place, role: 'employee', state: 'active' }, invitations: [] },
  })
  const card = within(await screen.findByRole('region', { name: '实名认证' }))
  await card.findByText(/首次使用专线之前还须以本人的账号认证/)
  expect(card.getByText('未提交')).toBeDefined()
  expect(card.getByRole('link', { name: '去认证' })).toBeDefined()
})

test('the owner of a frozen company reads why, and is not told to ask a manager', async () => {
  const frozen_reason = '涉嫌违规使用'
  const { user_info } = manager.wGetUserInfo
  openPage(
    '/control/orderrecord',
    {
      wGetUserInfo: { user_status: 1, user_info: { ...user_info, is_company_manager: 0, frozen_reason } },
      getMemberships: { membership: { ...place, role: 'owner', state: 'active' }, invitations: [] },
      getMyService: { company: { managers: [{ name: '林海舟', phone: '13800000001' }] }, service_ends_at: null },
    },
    { manages: false },
  )
  const why = '企业已被冻结：涉嫌违规使用。请联系客服'
  await waitFor(() => expect(document.querySelector('.toast')?.textContent).toContain(why))
  const card = (title: string) => within(screen.getByRole('region', { name: title }))
  await waitFor(() => expect(card('所属企业').getByText(why)).toBeTruthy())
  card('所属企业').getByText(/冻结期间不能转让/)
  await waitFor(() => expect(card('我的服务').getByText(why)).toBeTruthy())
  expect(screen.queryByText(/请联系管理员|可联系的管理员|在员工列表中转让/)).toBeNull()
})

test('the only manager is neither listed to themselves nor told that there is no manager', async () => {
  openPage('/control/managepersonal', {
    ...manager,
    getMyService: { company: { name: '深圳市蓝帆有限公司', managers: [] }, service_ends_at: null },
  })
  const card = within(await screen.findByRole('region', { name: '我的服务' }))
  await card.findByRole('heading', { name: /我的专线/ })
  expect(card.queryByText(/可联系的管理员/)).toBeNull()
})

test('what is lost by leaving could not be computed: it can be retried, and nobody leaves unaware', async () => {
  const { user, answers, calls } = openPage('/personaldetails', {
    ...employee,
    getMemberships: { membership: { ...place, role: 'employee', state: 'active' }, invitations: [] },
    planMembership: { lost: { lines: 3, line_names: ['东京-01', '东京-02', '东京-03'] } },
    leaveCompany: refuse(503, '服务繁忙'),
  })
  await user.click(await screen.findByRole('button', { name: '退出企业' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/服务繁忙/)
  const leave = within(dialog).getByRole<HTMLButtonElement>('button', { name: '退出企业' })
  expect(leave.disabled).toBe(true)
  answers.leaveCompany = { company_name: place.company_name, devices: 2, lines: 3, reclaimed_days: 40 }
  await user.click(within(dialog).getByRole('button', { name: '重试' }))
  await expectEnabled(leave)
  expect(dialog.textContent).toMatch(/3 条专线.*2 台设备.*40 天时长退回企业/)
  expect(calls('leaveCompany').every(({ preview }) => preview)).toBe(true)
})
