import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const stream = {
  host: 'logs.example.com',
  port: 6514,
  ca: null,
  state: 'active',
  position: 1234,
  failing_since: null,
  next_attempt_at: null,
  problem: null,
  sent_at: '2026-11-23T01:00:00.000Z',
} as const

test('an invalid receiver is reported at its field, and a valid one is saved', async () => {
  const { user, calls, answers } = openPage('/control/openinterfaces', {
    getLogStream: { stream: null },
    setLogStream: refuse(-59711, '日志转发的地址不能使用：', '不能是本机或内部网络'),
  })
  await user.click(await screen.findByRole('button', { name: '设置日志转发' }))
  const dialog = await screen.findByRole('dialog', { name: '设置日志转发' })
  const port = within(dialog).getByLabelText('端口')
  await user.type(within(dialog).getByLabelText('主机'), '10.0.0.1')
  await user.clear(port)
  await user.type(port, '22')
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await screen.findByText('端口须为 514、6514 或 1024–65535')
  expect(calls('setLogStream')).toEqual([])
  await user.clear(port)
  await user.type(port, '6514')
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await screen.findByText(/不能是本机或内部网络/)
  answers.setLogStream = {}
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  expect(calls('setLogStream').at(-1)).toEqual({ host: '10.0.0.1', port: 6514, ca: null })
})

test('a paused stream says why and can be restarted', async () => {
  const { user, calls } = openPage('/control/openinterfaces', {
    getLogStream: {
      stream: { ...stream, state: 'paused', failing_since: '2026-11-20T01:00:00.000Z', problem: '证书不受信任' },
    },
    setLogStream: {},
  })
  await screen.findByText(/没有收下：证书不受信任/)
  await screen.findByText(/送到第 1,234 条/)
  await user.click(screen.getByRole('button', { name: '重新开始' }))
  expect(calls('setLogStream')).toEqual([{ state: 'active' }])
})

test('a test shows how the receiver responded', async () => {
  const { user, answers } = openPage('/control/openinterfaces', {
    getLogStream: { stream },
    tryLogStream: { problem: '对方拒绝连接' },
  })
  await user.click(await screen.findByRole('button', { name: '试送一条' }))
  await screen.findByText('试送没有成功：对方拒绝连接')
  answers.tryLogStream = { problem: null }
  await user.click(await screen.findByRole('button', { name: '试送一条' }))
  await screen.findByText('试送成功，对方已收下')
})
