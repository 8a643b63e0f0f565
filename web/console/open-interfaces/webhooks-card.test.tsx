import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const webhook = {
  webhook_id: '01900000-0000-7000-8000-000000000001',
  url: 'https://erp.example.com/hooks',
  description: 'ERP',
  events: ['employee.removed'],
  state: 'active',
  created_at: '2026-11-23T01:00:00.000Z',
  failing_since: null,
  next_attempt_at: null,
  disabled_at: null,
  former_until: null,
  pending: 0,
} as const
const message = {
  message_id: '01900000-0000-7000-8000-000000000002',
  type: 'employee.removed',
  state: 'delivered',
  subject_name: '陈雨桐',
  created_at: '2026-11-23T01:00:00.000Z',
  delivered_at: '2026-11-23T01:00:01.000Z',
  attempts: 2,
} as const

test('an unusable address is reported at its field; then the secret is shown', async () => {
  const { user, calls, answers } = openPage('/control/openinterfaces', {
    createWebhook: refuse(-55002, 'Webhook 的地址不能使用：', '不能是本机或内部网络'),
  })
  await user.click(await screen.findByRole('button', { name: '添加 Webhook' }))
  const dialog = await screen.findByRole('dialog', { name: '添加 Webhook' })
  await user.type(within(dialog).getByLabelText('接收地址'), 'https://10.0.0.1/')
  await user.click(within(dialog).getByRole('button', { name: '添加' }))
  await screen.findByText(/不能是本机或内部网络/)
  answers.createWebhook = { webhook_id: webhook.webhook_id, secret: 'whsec_c2VjcmV0' }
  await user.click(within(dialog).getByRole('button', { name: '添加' }))
  await screen.findByText('whsec_c2VjcmV0')
  expect(calls('createWebhook').at(-1)).toEqual({ url: 'https://10.0.0.1/', description: '', events: null })
})

test('a disabled webhook says how many events are waiting and can be enabled again', async () => {
  const { user, calls } = openPage('/control/openinterfaces', {
    getWebhookList: {
      list: [{ ...webhook, state: 'disabled', disabled_at: webhook.created_at, pending: 1234 }],
      total: 1,
    },
  })
  await screen.findByText(/1,234 个等待送达/)
  await user.click(screen.getByRole('button', { name: '启用发往erp.example.com的 Webhook' }))
  expect(calls('setWebhook')).toEqual([{ webhook_id: webhook.webhook_id, state: 'active' }])
})

test('delivered events are shown with their attempts and can be replayed', async () => {
  const { user, calls } = openPage('/control/openinterfaces', {
    getWebhookList: { list: [webhook], total: 1 },
    getWebhookMessageList: { list: [message], total: 1 },
    getWebhookMessage: {
      message,
      body: '{"type":"employee.removed"}',
      headers: { 'webhook-id': `msg_${message.message_id}` },
      attempts: [
        { at: '2026-11-23T01:00:01.000Z', status: 200, ms: 12, answer: 'ok', problem: null },
        { at: '2026-11-23T01:00:00.000Z', status: null, ms: 10_000, answer: '', problem: '没有在 10 秒之内应答' },
      ],
    },
    replayWebhook: { messages: 1 },
  })
  await user.click(await screen.findByRole('button', { name: '发往erp.example.com的送达记录' }))
  await user.click(await screen.findByText('陈雨桐', { exact: false }))
  await screen.findByText(/没有在 10 秒之内应答/)
  await screen.findByText(/"employee.removed"/)
  await user.click(screen.getByRole('button', { name: '重发' }))
  expect(calls('replayWebhook')).toEqual([{ webhook_id: webhook.webhook_id, message_id: message.message_id }])
})

test('a secret that may have leaked ends at once', async () => {
  const { user, calls } = openPage('/control/openinterfaces', {
    getWebhookList: { list: [webhook], total: 1 },
    rotateWebhookSecret: { secret: 'whsec_bmV3' },
  })
  await user.click(await screen.findByRole('button', { name: /更多/ }))
  await user.click(await screen.findByRole('menuitem', { name: '轮换密钥' }))
  await screen.findByText(/更早轮换的，各到当时说好的时间为止/)
  await user.click(await screen.findByRole('radio', { name: /立即失效/ }))
  await screen.findByText(/原来的与更早轮换的都不再签名/)
  await user.click(screen.getByRole('button', { name: '产生新密钥' }))
  await screen.findByText('whsec_bmV3')
  expect(calls('rotateWebhookSecret')).toEqual([{ webhook_id: webhook.webhook_id, overlap_hours: 0 }])
})
