import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userInfo } from '#web/testing/browser.ts'

interface Request {
  mediation: string | undefined
  signal: AbortSignal
  answer: (credential: unknown) => void
  fail: (name: string) => void
}

class Credential {
  static isConditionalMediationAvailable = () => Promise.resolve(true)
  static parseRequestOptionsFromJSON = (options: object) => options
  toJSON() {
    const response = { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw', userHandle: 'BA' }
    return { id: 'AQID', rawId: 'AQID', type: 'public-key', response }
  }
}

let requests: Request[] = []
let sent: { path: string; body: { passkey?: object } }[] = []
const callsOf = (name: string) => sent.filter(({ path }) => path.endsWith(`/${name}`))
const refused = { code: -41001, msg: '账号或密码错误，剩余尝试次数：', data: 4 }
const opened = {
  code: 200,
  msg: '成功',
  data: { sid: 'x'.repeat(43), signature: '', user_status: 1, user_info: userInfo },
}
let login: object = opened
let begin: object

/** The panel with modules of its own, because a challenge outlives the panel. */
async function openPanel() {
  vi.resetModules()
  const { LoginPanel } = await import('./login-panel.tsx')
  const panel = (visible: boolean) => (
    <LoginPanel account="" onAccount={() => {}} visible={visible} show={() => {}} close={() => {}} />
  )
  const { rerender } = render(panel(true))
  return { user: userEvent.setup({ delay: null }), visible: (visible: boolean) => rerender(panel(visible)) }
}

const offered = (count: number) => expect.poll(() => requests.length).toBe(count)
const passkeyButton = () => screen.getByRole('button', { name: '用通行密钥登录' })

beforeEach(() => {
  requests = []
  sent = []
  login = opened
  begin = { code: 200, msg: '成功', data: { options: { challenge: 'AQID', rpId: 'localhost', allowCredentials: [] } } }
  vi.stubGlobal('PublicKeyCredential', Credential)
  const get = ({ mediation, signal }: CredentialRequestOptions & { signal: AbortSignal }) =>
    new Promise((answer, reject) => {
      const fail = (name: string) => reject(new DOMException('the browser’s own words', name))
      signal.addEventListener('abort', () => fail('AbortError'))
      requests.push({ mediation, signal, answer, fail })
    })
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    sent.push({ path: String(url), body: JSON.parse(body) as object })
    return Response.json(String(url).endsWith('/beginPasskeyLogin') ? begin : login)
  })
  vi.stubGlobal('location', { ...location, hostname: 'localhost', assign: () => {} })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a passkey chosen at the account field logs in once the box is ticked', async () => {
  const { user } = await openPanel()
  expect(screen.getByLabelText('登录账号').getAttribute('autocomplete')).toBe('username webauthn')
  await offered(1)
  expect(requests[0]?.mediation).toBe('conditional')
  requests[0]?.answer(new Credential())
  await screen.findByText('请勾选服务条款')
  expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  expect(callsOf('logInWithPasskey')).toEqual([])
  await user.click(screen.getByRole('checkbox'))
  await expect.poll(() => callsOf('logInWithPasskey').length).toBe(1)
  const passkey = { id: 'AQID', clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw', userHandle: 'BA' }
  expect(callsOf('logInWithPasskey')[0]?.body).toMatchObject({ is_agree: 1, passkey })
})

test('a refused passkey is reported, and the next one gets another challenge', async () => {
  const { user } = await openPanel()
  await user.click(screen.getByRole('checkbox'))
  await offered(1)
  login = { code: -41030, msg: '通行密钥不正确或已被移除', data: null }
  requests[0]?.answer(new Credential())
  await screen.findByText('通行密钥不正确或已被移除')
  await offered(2)
  expect(callsOf('beginPasskeyLogin').length).toBe(2)
})

test('closing the panel ends the offer, and the next opening makes it again with the same challenge', async () => {
  const { visible } = await openPanel()
  await offered(1)
  visible(false)
  expect(requests[0]?.signal.aborted).toBe(true)
  visible(true)
  await offered(2)
  expect(requests[1]?.signal.aborted).toBe(false)
  expect(callsOf('beginPasskeyLogin').length).toBe(1)
})

test('a passkey that is answered after the panel was closed logs nobody in', async () => {
  const { user, visible } = await openPanel()
  await user.click(screen.getByRole('checkbox'))
  await offered(1)
  requests[0]?.answer(new Credential())
  visible(false)
  visible(true)
  await offered(2)
  expect(callsOf('logInWithPasskey')).toEqual([])
})

test('a submitted password ends the offer, and a refusal makes it again', async () => {
  const { user } = await openPanel()
  await offered(1)
  login = refused
  await user.type(screen.getByLabelText('登录账号'), '13800000001')
  await user.type(screen.getByLabelText('密码'), 'harbor-7kites')
  await user.click(screen.getByRole('checkbox'))
  expect(requests[0]?.signal.aborted).toBe(false)
  await user.click(screen.getByRole('button', { name: '登录' }))
  await offered(2)
  expect(requests[0]?.signal.aborted).toBe(true)
  expect(callsOf('wLogin').length).toBe(1)
})

test('the button ends the offer before the browser’s dialog opens', async () => {
  const { user } = await openPanel()
  await user.click(screen.getByRole('checkbox'))
  await offered(1)
  await user.click(passkeyButton())
  await offered(2)
  expect(requests.map(({ mediation, signal }) => [mediation, signal.aborted])).toEqual([
    ['conditional', true],
    [undefined, false],
  ])
  requests[1]?.fail('NotAllowedError')
  await screen.findByText(/没有使用通行密钥/)
  await offered(3)
  expect(requests[2]?.mediation).toBe('conditional')
})

test('an expired challenge is renewed at the next sign of the person, not before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await openPanel()
    await offered(1)
    fireEvent.pointerMove(document.body)
    vi.setSystemTime(Date.now() + 100_000)
    expect([requests.length, requests[0]?.signal.aborted]).toEqual([1, false])
    fireEvent.pointerMove(document.body)
    fireEvent.pointerMove(document.body)
    await offered(2)
    expect(requests[0]?.signal.aborted).toBe(true)
    expect(callsOf('beginPasskeyLogin').length).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('a person who cancels is offered it again at the next press, and other errors of the browser end it silently', async () => {
  await openPanel()
  await offered(1)
  requests[0]?.fail('NotAllowedError')
  await expect
    .poll(() => {
      fireEvent.pointerDown(document.body)
      return requests.length
    })
    .toBe(2)
  requests[1]?.fail('SecurityError')
  await Promise.resolve()
  fireEvent.pointerDown(document.body)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(requests.length).toBe(2)
  expect(callsOf('beginPasskeyLogin').length).toBe(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('no challenge, no offer and no message', async () => {
  begin = { code: 429, msg: '操作过于频繁，请稍后再试', data: null }
  const { visible } = await openPanel()
  await expect.poll(() => callsOf('beginPasskeyLogin').length).toBe(1)
  visible(false)
  visible(true)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect([requests.length, callsOf('beginPasskeyLogin').length]).toEqual([0, 1])
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['has no passkeys', undefined, 'localhost'],
  ['has none at fields', class {}, 'localhost'],
  ['keeps none for the IP address of the site', Credential, '192.0.2.7'],
])('a browser that %s is asked for nothing', async (_, credential, hostname) => {
  vi.stubGlobal('PublicKeyCredential', credential)
  vi.stubGlobal('location', { ...location, hostname, assign: () => {} })
  await openPanel()
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(screen.getByLabelText('登录账号').getAttribute('autocomplete')).toBe('username')
  expect([requests, sent]).toEqual([[], []])
})
