import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { dialogAbove, openPage, refuse } from '#web/testing/open-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const bytes = () => new Uint8Array([1, 2, 3]).buffer
const answered = {
  id: 'AQID',
  rawId: bytes(),
  type: 'public-key',
  response: {
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    attestationObject: bytes(),
    signature: bytes(),
    userHandle: bytes(),
  },
  getClientExtensionResults: () => ({}),
}
const fail = (name: string) => () => Promise.reject(new DOMException('the browser’s own words', name))

/** A browser whose passkey dialogs have the given outcomes. */
function withPasskeys(dialogs: { create?: () => Promise<unknown>; get?: () => Promise<unknown> }) {
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { value: dialogs, configurable: true })
}

const options = { challenge: 'AQID', rp: { id: 'portal.example.com', name: '海易联' }, user: { id: 'AQID' } }
const one = { list: [{ name: '旧手机', last_used_at: null }], total: 1 }
const add = async (page: ReturnType<typeof openPage>) =>
  page.user.click(await screen.findByRole('button', { name: '添加通行密钥' }))

test('a browser without passkey support is told so, without a request', async () => {
  const page = openPage('/personaldetails', {})
  await add(page)
  expect(await screen.findByText(/这个浏览器不能使用通行密钥/)).toBeDefined()
  expect(page.calls('beginPasskey')).toEqual([])
})

test.each([
  ['NotAllowedError', '没有添加通行密钥：已取消或等待超时'],
  ['InvalidStateError', '这台设备上已有您的通行密钥，无需再添加'],
  ['SecurityError', '通行密钥只能在 portal.example.com 上使用，请从该网址打开本站'],
  ['UnknownError', '通行密钥没有响应，请重试或改用密码'],
])('the browser error %s is explained in Chinese', async (name, text) => {
  withPasskeys({ create: fail(name) })
  const page = openPage('/personaldetails', { beginPasskey: { options } })
  await add(page)
  expect(await screen.findByText(text)).toBeDefined()
  expect(page.calls('addPasskey')).toEqual([])
})

test('a refusal by the server is shown, and the next attempt has a new idempotency key', async () => {
  withPasskeys({ create: () => Promise.resolve(answered) })
  const page = openPage('/personaldetails', {
    beginPasskey: { options },
    addPasskey: () => refuse(-41031, '通行密钥的验证已超时，请重试'),
  })
  await add(page)
  expect(await screen.findByText('通行密钥的验证已超时，请重试')).toBeDefined()
  await add(page)
  await expect.poll(() => page.calls('addPasskey').length).toBe(2)
  const [first, second] = page.keys('addPasskey')
  expect(second).not.toBe(first)
})

test('a sensitive act accepts a passkey instead of the password, and continues automatically', async () => {
  withPasskeys({ get: () => Promise.resolve(answered) })
  let proved = false
  const page = openPage('/personaldetails', {
    getPasskeyList: one,
    beginPasskeyProof: { options: { challenge: 'AQID', rpId: 'portal.example.com', allowCredentials: [] } },
    reauthenticateWithPasskey: ({ passkey }) => {
      proved = passkey.id === 'AQID' && passkey.signature === 'AQID'
      return {}
    },
    removePasskey: () => (proved ? {} : refuse(-41022, '为了账号安全，请先再次验证身份')),
  })
  await page.user.click(await screen.findByRole('button', { name: '移除：旧手机' }))
  await page.user.click(await screen.findByRole('button', { name: /^移\s*除$/ }))
  const dialog = await dialogAbove('请再次验证身份')
  await page.user.click(await dialog.findByRole('button', { name: '用通行密钥验证' }))
  await expect.poll(() => page.calls('removePasskey').length).toBe(2)
  await expect.poll(() => screen.queryByText('请再次验证身份')).toBeNull()
  expect(page.calls('reauthenticate')).toEqual([])
})

test('a passkey that is used only after its dialog was closed answers the dialog that is open by then', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof answered>()
  withPasskeys({ get: () => promise })
  let proved = false
  const page = openPage('/personaldetails', {
    getPasskeyList: one,
    beginPasskeyProof: { options: { challenge: 'AQID', rpId: 'portal.example.com', allowCredentials: [] } },
    reauthenticateWithPasskey: () => {
      proved = true
      return {}
    },
    removePasskey: () => (proved ? {} : refuse(-41022, '为了账号安全，请先再次验证身份')),
  })
  const remove = async () => page.user.click(await screen.findByRole('button', { name: /^移\s*除$/ }))
  await page.user.click(await screen.findByRole('button', { name: '移除：旧手机' }))
  await remove()
  const dialog = await dialogAbove('请再次验证身份')
  await page.user.click(await dialog.findByRole('button', { name: '用通行密钥验证' }))
  await expect.poll(() => page.calls('beginPasskeyProof').length).toBe(1)
  await page.user.click(dialog.getByRole('button', { name: /close|关闭/i }))
  await expect.poll(() => screen.queryByText('请再次验证身份')).toBeNull()
  await remove()
  await dialogAbove('请再次验证身份')
  resolve(answered)
  await expect.poll(() => page.calls('removePasskey').length).toBe(3)
  await expect.poll(() => screen.queryByText('请再次验证身份')).toBeNull()
})

test('the dialog offers no passkey to somebody without one', async () => {
  const page = openPage('/personaldetails', {
    getPasskeyList: { list: [], total: 0 },
    getSessionList: { list: [{ device: 'Safari · iOS', current: false }], total: 1 },
    endSession: () => refuse(-41022, '为了账号安全，请先再次验证身份'),
  })
  await page.user.click(await screen.findByRole('button', { name: '结束 Safari · iOS 上的登录' }))
  await page.user.click(await screen.findByRole('button', { name: '结束登录' }))
  const dialog = await dialogAbove('请再次验证身份')
  await dialog.findByLabelText('登录密码')
  // The calls of both the card and the dialog are complete.
  await expect.poll(() => page.calls('getPasskeyList').length).toBe(2)
  expect(dialog.queryByRole('button', { name: '用通行密钥验证' })).toBeNull()
})
