import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/paths.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const login = {
  login_id: '01900000-0000-7000-8000-000000000001',
  name: '李经理',
  phone: '13800000009',
  device: 'Chrome · Windows',
  client_name: 'portal-web',
  ip: '203.0.113.9',
  approved: false,
  rejected: false,
  own: false,
  requested_at: '2026-11-23T01:00:00.000Z',
  expires_at: '2026-11-24T01:00:00.000Z',
}
const another = { ...login, login_id: '01900000-0000-7000-8000-000000000002', name: '林海舟', own: true }

test('another manager’s login is approved after a confirmation; one’s own can only be rejected', async () => {
  const { user, calls, answers } = openPage('/control/company', {
    getTerminalApproval: { on: true, resting: false, logins: [login, another] },
  })
  await user.click(await screen.findByRole('button', { name: '批准李经理的登录' }))
  expect(screen.queryByRole('button', { name: '批准林海舟的登录' })).toBeNull()
  expect(calls('approveHeldLogin')).toEqual([])
  answers.getTerminalApproval = { on: true, resting: false, logins: [{ ...login, approved: true }] }
  await user.click(await screen.findByRole('button', { name: '批准登录' }))
  await screen.findByText('已批准，等待再次登录')
  expect(calls('approveHeldLogin')).toEqual([{ login_id: login.login_id }])
})

test('a rejected login can be approved all the same, and is not rejected again', async () => {
  const { user, calls } = openPage('/control/company', {
    getTerminalApproval: { on: true, resting: false, logins: [{ ...login, rejected: true }] },
  })
  await user.click(await screen.findByRole('button', { name: '批准李经理的登录' }))
  expect(screen.queryByRole('button', { name: '拒绝李经理的登录' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: '批准登录' }))
  await expect.poll(() => calls('approveHeldLogin')).toEqual([{ login_id: login.login_id, overrule: true }])
})

test('the switch says why it cannot be turned on, and when the rule is not applied', async () => {
  const { user, answers } = openPage('/control/company', {
    getTerminalApproval: { on: false, resting: false, settable: true, logins: [] },
    setTerminalApproval: refuse(-41043, '至少有两名在职的管理员才能开启，否则没有人可以批准'),
  })
  await user.click(await screen.findByRole('switch', { name: '新终端批准' }))
  await screen.findByText(/至少有两名在职的管理员才能开启/)
  answers.setTerminalApproval = {}
  answers.getTerminalApproval = { on: true, resting: true, settable: true, logins: [] }
  await user.click(screen.getByRole('switch', { name: '新终端批准' }))
  await screen.findByText(/暂不生效/)
})

test('only the owner gets the switch', async () => {
  openPage('/control/company', { getTerminalApproval: { on: true, resting: false, settable: false, logins: [login] } })
  await screen.findByRole('button', { name: '批准李经理的登录' })
  screen.getByText('已开启')
  expect(screen.queryByRole('switch', { name: '新终端批准' })).toBeNull()
})

test('the notice’s link leads down to the logins that wait, once they are there', async () => {
  const shown: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.id)
  })
  const waiting = Promise.withResolvers<{ on: true; logins: (typeof login)[] }>()
  openPage(`${paths.company}#terminals`, { getTerminalApproval: () => waiting.promise })
  await screen.findByText('新终端批准')
  expect(shown).not.toContain('terminals')
  waiting.resolve({ on: true, logins: [login] })
  await expect.poll(() => shown).toContain('terminals')
})
