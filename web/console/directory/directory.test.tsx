import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const settings = {
  source: 'scim',
  owns: ['name'],
  leaver: 'disable',
  successor: 'none',
  successor_id: null,
  state: 'planned',
  compared_at: null,
  problem: null,
} as const
const page = {
  settings,
  scim: 'https://portal.example.com/scim/v2',
  provider: null,
  callback: 'https://portal.example.com/directory-callback/c1',
  people: 2,
  departments: 1,
  problems: [],
}
const totals = { added: 1, linked: 0, changed: 0, moved: 0, enabled: 0, disabled: 1, removed: 0, problem: 0 }
const plan = {
  departments: { added: 1, changed: 0, deleted: 0 },
  totals,
  entries: [
    { kind: 'added', name: '林小雨', detail: '13800000001' },
    { kind: 'disabled', name: '陈雨桐', detail: '专线交给林海舟' },
  ],
  alarming: false,
} as const

test('a directory can be started only after its plan was shown', async () => {
  const { user, calls } = openPage('/control/directory', {
    getDirectory: page,
    planDirectory: plan,
    startDirectory: plan,
  })
  await screen.findByText('https://portal.example.com/scim/v2')
  expect(screen.queryByRole('button', { name: '照计划执行并启用' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '看看会做什么' }))
  await screen.findByText('陈雨桐：专线交给林海舟')
  await user.click(screen.getByRole('button', { name: '照计划执行并启用' }))
  const dialog = await screen.findByRole('dialog', { name: '照计划执行并启用？' })
  await within(dialog).findByText('新建部门 1 个，邀请加入 1 人，停用 1 人')
  await user.click(within(dialog).getByRole('button', { name: '启用目录' }))
  await screen.findByText(/目录已启用/)
  expect(calls('startDirectory')).toEqual([{ leaving: 1 }])
})

test('a start that would let more go than was seen shows the plan anew', async () => {
  const { user, calls, answers } = openPage('/control/directory', {
    getDirectory: page,
    planDirectory: plan,
    startDirectory: refuse(-59203, '计划已变化，要停用或移除的人比看过的多，请重新查看'),
  })
  await user.click(await screen.findByRole('button', { name: '看看会做什么' }))
  await user.click(await screen.findByRole('button', { name: '照计划执行并启用' }))
  const dialog = await screen.findByRole('dialog', { name: '照计划执行并启用？' })
  answers.planDirectory = { ...plan, totals: { ...totals, disabled: 7 } }
  await user.click(within(dialog).getByRole('button', { name: '启用目录' }))
  await screen.findByText(/^计划已变化/)
  await screen.findByText('新建部门 1 个，邀请加入 1 人，停用 7 人')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: '照计划执行并启用' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '启用目录' }))
  expect(calls('startDirectory')).toEqual([{ leaving: 1 }, { leaving: 7 }])
})

test('a directory that is active and could not be compared does not say that it is in step', async () => {
  const problem = '核对时出错，部门与员工保持原样，已离职的人还没有停用'
  openPage('/control/directory', { getDirectory: { ...page, settings: { ...settings, state: 'active', problem } } })
  await screen.findByText(/已离职的人还没有停用。每夜会再试/)
  screen.getByText('核对出错')
  expect(screen.queryByText(/同步中/)).toBeNull()
  expect(screen.queryByText(/目录已停下/)).toBeNull()
})

test('a successor must be chosen in that mode, and is sent only then', async () => {
  const { user, calls } = openPage('/control/directory', { getDirectory: { ...page, settings: null } })
  await user.click(await screen.findByRole('button', { name: '设置目录' }))
  const dialog = await screen.findByRole('dialog', { name: '企业目录' })
  await user.click(within(dialog).getByRole('radio', { name: '指定的员工' }))
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await within(dialog).findByText('请选择接手的员工')
  await user.click(within(dialog).getByRole('radio', { name: /^没有人/ }))
  await user.click(within(dialog).getByRole('checkbox', { name: '职位' }))
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await screen.findByText('已保存')
  expect(calls('setDirectory')).toEqual([
    {
      source: 'scim',
      owns: ['name', 'job_number', 'department'],
      leaver: 'disable',
      successor: 'none',
      successor_id: null,
    },
  ])
})

test('a provider’s settings use its own terms, and an empty secret is left unchanged', async () => {
  const provider = {
    tenant: 'corp-1',
    client_id: '',
    has_callback: true,
    read_at: null,
    reading: false,
    problem: '企业微信 60020',
  }
  const { user, calls } = openPage('/control/directory', {
    getDirectory: { ...page, settings: { ...settings, source: 'wecom' }, provider },
  })
  await screen.findByText('没有读到：企业微信 60020')
  screen.getByText('https://portal.example.com/directory-callback/c1')
  expect(screen.queryByText('https://portal.example.com/scim/v2')).toBeNull()
  await user.click(screen.getByRole('button', { name: '修改接入' }))
  const dialog = await screen.findByRole('dialog', { name: '接入' })
  expect(within(dialog).queryByLabelText(/App ID|Client ID/)).toBeNull()
  await user.type(within(dialog).getByLabelText('接收事件的 Token'), 'token-2')
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await screen.findByText(/已保存/)
  const seen = { tenant: 'corp-1', client_id: '' }
  expect(calls('setDirectoryProvider')).toEqual([{ ...seen, callback_token: 'token-2', seen }])
  await user.click(screen.getByRole('button', { name: '读取' }))
  await screen.findByText(/正在读取/)
  expect(calls('fetchDirectory')).toEqual([{}])
})

// Guard: each poll would abort the previous one, so that a slow server's answer never arrived.
test('while a provider is read, the next look waits for the answer of the one before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'], shouldAdvanceTime: true })
  const provider = { tenant: 'corp-1', client_id: '', has_callback: true, read_at: null, reading: true, problem: null }
  const read = { ...page, settings: { ...settings, source: 'wecom' as const }, provider }
  const slow = Promise.withResolvers<typeof read>()
  let looks = 0
  openPage('/control/directory', { getDirectory: () => (++looks === 1 ? read : slow.promise) })
  await screen.findByRole('button', { name: /读取中/ })
  for (let seconds = 0; seconds < 8; seconds += 2) await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(looks).toBe(2)
  slow.resolve({ ...read, provider: { ...provider, reading: false } })
  await screen.findByRole('button', { name: '读取' })
})

test('only changed rules are sent, and a running directory is said to wait for its plan', async () => {
  const { user, calls } = openPage('/control/directory', {
    getDirectory: { ...page, settings: { ...settings, state: 'active' } },
  })
  await user.click(await screen.findByRole('button', { name: '修改' }))
  const dialog = await screen.findByRole('dialog', { name: '企业目录' })
  await user.click(within(dialog).getByRole('radio', { name: /^移除/ }))
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await screen.findByText('已保存，目录已停下：请看过计划后重新启用')
  expect(calls('setDirectory')).toEqual([
    { source: 'scim', leaver: 'remove', seen: { source: 'scim', leaver: settings.leaver } },
  ])
})
