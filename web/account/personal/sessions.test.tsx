import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dialogAbove, openPage, refuse } from '#web/testing/open-page.tsx'

/** Opens a page with two logins, of which the other one is to be ended. The server requires a proof first. */
function open() {
  let proved = false
  const page = openPage('/personaldetails', {
    getSessionList: {
      list: [
        { device: 'Chrome · Windows', current: true },
        { device: 'Safari · iOS', current: false },
      ],
      total: 2,
    },
    endSession: () => (proved ? { ended: true } : refuse(-41022, '为了账号安全，请先再次验证身份')),
    reauthenticate: ({ password }) => {
      proved = password === 'demo1234'
      return proved ? {} : refuse(-41012, '密码不正确，剩余尝试次数：', 4)
    },
  })
  const end = async () => {
    await page.user.click(await screen.findByRole('button', { name: '结束 Safari · iOS 上的登录' }))
    await page.user.click(await screen.findByRole('button', { name: '结束登录' }))
    return dialogAbove('请再次验证身份')
  }
  return { ...page, end }
}

test('a sensitive act asks for the password, and continues automatically with the same idempotency key', async () => {
  const { end, user, calls, keys } = open()
  const dialog = await end()
  await user.type(await dialog.findByLabelText('登录密码'), 'wrong-one')
  await user.click(dialog.getByRole('button', { name: '继续' }))
  expect(await dialog.findByText('密码不正确，剩余尝试次数：4')).toBeDefined()
  expect(calls('endSession')).toHaveLength(1)
  await user.clear(dialog.getByLabelText('登录密码'))
  await user.type(dialog.getByLabelText('登录密码'), 'demo1234')
  await user.click(dialog.getByRole('button', { name: '继续' }))
  expect(await screen.findByText('已结束 Safari · iOS 上的登录')).toBeDefined()
  expect(screen.queryByText('请再次验证身份')).toBeNull()
  const [first, second, ...others] = keys('endSession')
  expect(first).toMatch(/^[\w-]{8,64}$/)
  expect(second).toBe(first)
  expect(others).toEqual([])
})

test('cancelling the password dialog changes nothing and shows no error', async () => {
  const { end, user, calls } = open()
  const dialog = await end()
  await user.click(await dialog.findByRole('button', { name: '取消' }))
  await expect.poll(() => screen.queryByText('请再次验证身份')).toBeNull()
  expect(calls('endSession')).toHaveLength(1)
  expect(calls('reauthenticate')).toEqual([])
  expect(screen.queryByText('为了账号安全，请先再次验证身份')).toBeNull()
})

test('while a session is being ended the dialog shows progress and ignores a second click', async () => {
  const ending = Promise.withResolvers<void>()
  const { user, calls } = openPage('/personaldetails', {
    getSessionList: { list: [{ device: 'Safari · iOS', current: false }], total: 1 },
    endSession: async () => {
      await ending.promise
      return { ended: true }
    },
  })
  await user.click(await screen.findByRole('button', { name: '结束 Safari · iOS 上的登录' }))
  const confirm = await screen.findByRole('button', { name: '结束登录' })
  await user.dblClick(confirm)
  await expect.poll(() => confirm.className).toContain('ant-btn-loading')
  ending.resolve()
  await screen.findByText('已结束 Safari · iOS 上的登录')
  expect(calls('endSession')).toHaveLength(1)
})

test('all other logins are ended in one act, which says how many', async () => {
  const { user, calls } = openPage('/personaldetails', {
    getSessionList: { list: [{ current: true }, { current: false }, { current: false }], total: 3 },
    endOtherSessions: {},
  })
  await user.click(await screen.findByRole('button', { name: '结束其他登录' }))
  await screen.findByText(/除本次以外的 2 处/)
  await user.click(screen.getByRole('button', { name: '全部结束' }))
  await screen.findByText('已结束其他全部登录')
  expect(calls('endOtherSessions')).toEqual([{}])
})

test('the list follows what ends the other logins: a removed passkey, a new password', async () => {
  const current = { device: 'Chrome · Windows', current: true }
  const other = { device: 'Safari · iOS', current: false }
  const { user, answers } = openPage('/personaldetails', {
    getSessionList: { list: [current, other], total: 2 },
    getPasskeyList: { list: [{ name: '旧手机', last_used_at: null }], total: 1 },
    removePasskey: {},
    changePassword: {},
  })
  const logins = within(await screen.findByRole('region', { name: '登录设备' }))
  await logins.findByText('Safari · iOS')
  answers.getSessionList = { list: [current], total: 1 }
  await user.click(await screen.findByRole('button', { name: '移除：旧手机' }))
  await user.click(await screen.findByRole('button', { name: /^移\s*除$/ }))
  await waitFor(() => expect(logins.queryByText('Safari · iOS')).toBeNull())

  answers.getSessionList = { list: [], total: 0 }
  await user.click(screen.getByRole('button', { name: '修改密码' }))
  const dialog = within(await screen.findByRole('dialog', { name: '修改密码' }))
  await user.type(await dialog.findByLabelText('原密码'), 'demo1234')
  await user.type(dialog.getByLabelText('新密码'), 'Kite-2468')
  await user.type(dialog.getByLabelText('再次输入新密码'), 'Kite-2468{Enter}')
  await waitFor(() => expect(logins.queryByText('Chrome · Windows')).toBeNull())
})
