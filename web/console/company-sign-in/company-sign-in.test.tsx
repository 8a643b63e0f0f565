import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const settings = {
  kind: 'oidc',
  issuer: 'https://login.example.com',
  client_id: 'portal',
  state: 'off',
  required: false,
  tested_at: null,
} as const
const page = {
  settings,
  callback: 'https://portal.example.com/enterprise',
  entry: 'https://portal.example.com/enterprise?company=x',
  record_name: '_hyl-verify',
  domains: [
    {
      domain: 'example.com',
      token: 'hyl-domain-verification=x',
      created_at: '2026-11-23T01:00:00.000Z',
      proved_at: null,
    },
  ],
  links: { list: [], total: 0 },
}

test('a domain shows the DNS record to add, and a failed check names where it looked', async () => {
  const { user, calls } = openPage('/control/companysignin', {
    getCompanySignIn: page,
    proveCompanyDomain: refuse(-59109, '没有找到要求的 TXT 记录，生效可能需要几分钟：', '_hyl-verify.example.com'),
  })
  await screen.findByText('_hyl-verify.example.com')
  await screen.findByText('hyl-domain-verification=x')
  await user.click(screen.getByRole('button', { name: '验证example.com' }))
  // The page stays at the domain, because DNS takes its time.
  const region = within(screen.getByRole('region', { name: '邮箱域名' }))
  await region.findByText(/没有找到要求的 TXT 记录.*_hyl-verify\.example\.com/)
  expect(calls('proveCompanyDomain')).toEqual([{ domain: 'example.com' }])
})

const seen = { kind: 'oidc', issuer: 'https://login.example.com', client_id: 'portal' }

test('untested settings cannot be enabled; the secret is sent only when typed', async () => {
  const { user, calls } = openPage('/control/companysignin', {
    getCompanySignIn: page,
    setCompanySignIn: refuse(-59101, '请填写客户端密钥'),
  })
  expect((await screen.findByRole('switch', { name: '启用' })).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: '修改' }))
  const dialog = await screen.findByRole('dialog', { name: '身份提供方' })
  await user.type(within(dialog).getByLabelText('签发者地址'), '/tenant')
  expect(within(dialog).queryByLabelText('应用的 AgentId')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await within(dialog).findByText('请填写客户端密钥')
  expect(calls('setCompanySignIn')).toEqual([{ ...seen, issuer: 'https://login.example.com/tenant', seen }])
})

test('a provider that a colleague has entered meanwhile is replaced only on purpose', async () => {
  let answers = 0
  const theirs = { client_id: 'portal-2' }
  const { user, calls } = openPage('/control/companysignin', {
    getCompanySignIn: page,
    setCompanySignIn: () =>
      answers++
        ? {}
        : refuse(-53022, '内容已被更改', { seen: theirs, saved_by: '王芳', saved_at: new Date().toISOString() }),
  })
  await user.click(await screen.findByRole('button', { name: '修改' }))
  const dialog = await screen.findByRole('dialog', { name: '身份提供方' })
  await user.type(within(dialog).getByLabelText('客户端密钥'), '新的密钥')
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await within(dialog).findByText(/王芳.*保存了新的内容：客户端编号/)
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await expect
    .poll(() => calls('setCompanySignIn'))
    .toEqual([seen, { ...seen, ...theirs }].map(each => ({ ...seen, client_secret: '新的密钥', seen: each })))
})

test('enforcing the sign-in asks for confirmation', async () => {
  const { user, calls } = openPage('/control/companysignin', {
    getCompanySignIn: { ...page, settings: { ...settings, state: 'on', tested_at: '2026-11-23T01:00:00.000Z' } },
  })
  await user.click(await screen.findByRole('switch', { name: '必须用企业登录' }))
  expect(calls('switchCompanySignIn')).toEqual([])
  const dialog = await screen.findByRole('dialog', { name: '员工只能用企业登录？' })
  await user.click(within(dialog).getByRole('button', { name: '必须用企业登录' }))
  expect(calls('switchCompanySignIn')).toEqual([{ state: 'on', required: true }])
})

test('switching the sign-in leaves alone whether it is enforced, which another manager may have set meanwhile', async () => {
  const { user, calls } = openPage('/control/companysignin', {
    getCompanySignIn: { ...page, settings: { ...settings, tested_at: '2026-11-23T01:00:00.000Z' } },
  })
  await user.click(await screen.findByRole('switch', { name: '启用' }))
  expect(calls('switchCompanySignIn')).toEqual([{ state: 'on' }])
})

test('the first sign-in is confirmed with the person’s own login', async () => {
  sessionStorage.setItem('hyl_sign_in', JSON.stringify({ secret: 's'.repeat(43), state: 'company.random' }))
  const { user, calls } = openPage('/enterprise?code=abc&state=company.random', {
    completeCompanySignIn: {
      purpose: 'login',
      company_name: '深圳市蓝帆有限公司',
      shown: '陈雨桐',
      opened: null,
      ticket: 't'.repeat(80),
    },
    wLogin: refuse(-41001, '账号或密码错误，剩余尝试次数：', 4),
  })
  await screen.findByRole('heading', { name: '确认是您本人' })
  expect(calls('completeCompanySignIn')).toEqual([
    { parameters: { code: 'abc', state: 'company.random' }, secret: 's'.repeat(43) },
  ])
  // Used secrets remain neither in the address nor in the storage.
  expect(location.search + (sessionStorage.getItem('hyl_sign_in') ?? '')).toBe('')
  await user.type(screen.getByLabelText('登录账号'), '13800000002')
  await user.type(screen.getByLabelText('密码'), 'Blue-Sail-7')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: '确认并登录' }))
  await screen.findByText(/账号或密码错误/)
  expect(calls('wLogin')).toEqual([
    { is_agree: 1, username: '13800000002', password: 'Blue-Sail-7', ticket: 't'.repeat(80) },
  ])
})

test('a response that this browser did not request is not sent; the company is found by email', async () => {
  const { user, calls } = openPage('/enterprise?code=abc&state=company.other', {
    findCompanySignIn: { list: [], total: 0 },
  })
  await user.type(await screen.findByLabelText('工作邮箱或邮箱域名'), 'yutong@example.com')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: '前往企业的登录页' }))
  await screen.findByText(/没有企业以这个邮箱域名启用/)
  expect(calls('findCompanySignIn')).toEqual([{ domain: 'example.com' }])
  expect(calls('completeCompanySignIn')).toEqual([])
})

test('no longer requiring the sign-in is told as that, not as its activation', async () => {
  const on = { ...settings, state: 'on', required: true, tested_at: '2026-11-23T01:00:00.000Z' } as const
  const { user, calls } = openPage('/control/companysignin', { getCompanySignIn: { ...page, settings: on } })
  await user.click(await screen.findByRole('switch', { name: '必须用企业登录' }))
  await screen.findByText('不再要求企业登录')
  expect(screen.queryByText('企业登录已启用')).toBeNull()
  expect(calls('switchCompanySignIn')).toEqual([{ state: 'on', required: false }])
})
