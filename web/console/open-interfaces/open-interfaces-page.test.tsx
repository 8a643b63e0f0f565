import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const secret = `hyl_${'a'.repeat(71)}`
const token = {
  token_id: '01900000-0000-7000-8000-000000000001',
  name: '人事系统',
  hint: 'x9Qz',
  scopes: ['people:read', 'people:change'],
  dept_ids: null,
  networks: ['203.0.113.0/24'],
  state: 'active',
  made_by: '林海舟',
  expires_at: '2027-02-01T00:00:00.000Z',
  last_used_at: null,
  overlaps_until: null,
} as const

test('a token is created with what was chosen, and its secret is shown once', async () => {
  const { user, calls, answers } = openPage('/control/openinterfaces', {
    getApiTokenList: { list: [], total: 0 },
    createApiToken: { token_id: token.token_id, secret },
  })
  await user.click(await screen.findByRole('button', { name: '创建令牌' }))
  const dialog = await screen.findByRole('dialog', { name: '创建接口令牌' })
  await user.type(within(dialog).getByLabelText('名称'), '人事系统')
  await user.click(within(dialog).getByRole('checkbox', { name: '读取部门与员工' }))
  await user.type(within(dialog).getByLabelText('允许的网络'), '203.0.113.8{Enter}')
  answers.getApiTokenList = { list: [token], total: 1 }
  await user.click(within(dialog).getByRole('button', { name: '创建令牌' }))
  await screen.findByText(secret)
  const made = { name: '人事系统', scopes: ['people:read'], days: 90, dept_ids: null, networks: ['203.0.113.8'] }
  expect(calls('createApiToken')).toEqual([{ ...made, request_key: expect.any(String) }])
  // A user who presses Escape by mistake has not saved the secret.
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: /close/i })).toBeNull()
  screen.getByText(secret)
  await user.click(screen.getByRole('button', { name: '我已保存' }))
  await screen.findByText(/限 203.0.113.0\/24/)
})

test('an invalid network is reported at its field', async () => {
  const { user } = openPage('/control/openinterfaces', {
    createApiToken: refuse(-41003, '写作地址或网段，如 203.0.113.8 或 203.0.113.0/24', 'networks.0'),
  })
  await user.click(await screen.findByRole('button', { name: '创建令牌' }))
  const dialog = await screen.findByRole('dialog', { name: '创建接口令牌' })
  await user.type(within(dialog).getByLabelText('名称'), '人事系统')
  await user.click(within(dialog).getByRole('checkbox', { name: '读取设备' }))
  await user.click(within(dialog).getByRole('button', { name: '创建令牌' }))
  const networks = within(dialog).getByRole('combobox', { name: '允许的网络' })
  await within(dialog).findByText(/写作地址或网段，如 203.0.113.8 或/)
  expect(document.activeElement).toBe(networks)
})

test('a rotation with a lost response says the secret is lost; revoking a token asks first', async () => {
  const { user, calls } = openPage('/control/openinterfaces', {
    getApiTokenList: { list: [token], total: 1 },
    rotateApiToken: { token_id: token.token_id, secret: null },
  })
  await user.click(await screen.findByRole('button', { name: '轮换人事系统的密钥' }))
  await user.click(await screen.findByRole('radio', { name: /立即失效/ }))
  await user.click(screen.getByRole('button', { name: '产生新密钥' }))
  await screen.findByText(/密钥已经产生，但没有送达这里/)
  expect(calls('rotateApiToken')).toMatchObject([{ token_id: token.token_id, overlap_hours: 0 }])
  await user.click(screen.getByRole('button', { name: '知道了' }))
  await user.click(screen.getByRole('button', { name: '撤销人事系统' }))
  expect(calls('revokeApiToken')).toEqual([])
  await user.click(await screen.findByRole('button', { name: '撤销令牌' }))
  expect(calls('revokeApiToken')).toEqual([{ token_id: token.token_id }])
})

test('a token whose departments were all deleted is not widened to the company by saving it', async () => {
  const { user, calls } = openPage('/control/openinterfaces', {
    getApiTokenList: { list: [{ ...token, dept_ids: [] }], total: 1 },
    setApiToken: {},
  })
  await screen.findByText(/所限部门已删除/)
  await user.click(await screen.findByRole('button', { name: /^修改/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
  await dialog.findByText('原来所限的部门已删除，请重新选择')
  expect(calls('setApiToken')).toEqual([])
})

test('only what is changed of a token is sent, so that an old dialog gives it no right back', async () => {
  const { user, calls } = openPage('/control/openinterfaces', {
    getApiTokenList: { list: [token], total: 1 },
    setApiToken: {},
  })
  await user.click(await screen.findByRole('button', { name: /^修改/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '名称' }), '二')
  await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
  const { token_id, name } = token
  await expect.poll(() => calls('setApiToken')).toEqual([{ token_id, name: `${name}二`, seen: { name } }])
})
