import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OperationOutput } from '#contract/operations/index.ts'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { openOperationsPage } from '#web/testing/open-operations-page.tsx'
import { expectEnabled, refuse } from '#web/testing/open-page.tsx'

type Health = OperationOutput<'getHealth'>
const at = '2026-11-23T01:00:00.000Z'
const check = (more: Partial<Health['checks'][number]>): Health['checks'][number] => ({
  name: 'jobs_oldest_waiting',
  group: 'jobs',
  title: '最久等待的任务',
  state: 'good',
  limit: '超过 60 秒为注意，超过 5 分钟为异常',
  advice: '查看日志里的“任务队列”',
  checked_at: at,
  trouble: null,
  measured: [{ subject: '', state: 'good', shown: '3 秒', detail: '' }],
  ...more,
})
const health = (state: Health['state'], ...checks: Health['checks']): Health => ({
  at,
  state,
  replica: 'portal-1:8080',
  checks,
})
const rowOf = async (title: string) => {
  const row = (await screen.findByText(title)).closest('li')
  if (!row) throw new Error(`${title} is in no row`)
  return within(row)
}

test('a good check shows state, value, limit and advice', async () => {
  openOperationsPage('/operations/health', { getHealth: health('good', check({})) })
  const row = await rowOf('最久等待的任务')
  for (const text of ['正常', '3 秒', '超过 60 秒为注意，超过 5 分钟为异常', '查看日志里的“任务队列”'])
    row.getByText(text)
  await screen.findByText(/由副本 portal-1:8080 检查/)
  await screen.findByText('没有失败的任务')
})

test('advice links to the pages that it names', async () => {
  openOperationsPage('/operations/health', {
    getHealth: health('good', check({ advice: '在“异常款项”里退回，或查看日志里的“任务队列”。' })),
  })
  const row = await rowOf('最久等待的任务')
  expect(row.getByRole('link', { name: '异常款项' }).getAttribute('href')).toBe('/operations/money')
  expect(row.getAllByRole('link')).toHaveLength(1)
  row.getByText((_, part) => part?.textContent === '在“异常款项”里退回，或查看日志里的“任务队列”。')
})

test('the worst check is on top, and each of several measurements has its own state', async () => {
  const gateways = check({
    name: 'gateway_failures',
    group: 'messages',
    title: '支付渠道连续失败',
    state: 'bad',
    measured: [
      { subject: '支付宝', state: 'bad', shown: '12 个', detail: '最近失败 9:00：支付宝没有可用的应答' },
      { subject: '微信支付', state: 'good', shown: '0 个', detail: '' },
    ],
  })
  const messages = check({ name: 'sms_failures', group: 'messages', title: '短信连续失败' })
  openOperationsPage('/operations/health', { getHealth: health('bad', check({}), messages, gateways) })
  const row = await rowOf('支付渠道连续失败')
  const titles = [...document.querySelectorAll('.health-head b')].map(({ textContent }) => textContent)
  expect(titles).toEqual(['支付渠道连续失败', '短信连续失败', '最久等待的任务'])
  expect(row.getAllByText('异常')).toHaveLength(2)
  row.getByText('正常')
  row.getByText('12 个')
  row.getByText(/支付宝没有可用的应答/)
  await screen.findByRole('heading', { name: '短信、支付渠道与推送' })
})

test('unknown and absent checks say so and why', async () => {
  openOperationsPage('/operations/health', {
    getHealth: health(
      'unknown',
      check({ state: 'unknown', trouble: '5 秒内没有结果', measured: [] }),
      check({ name: 'standby', group: 'database', title: '备用库的延迟', state: 'absent', measured: [] }),
    ),
  })
  const row = await rowOf('最久等待的任务')
  row.getByText('未知')
  row.getByText('5 秒内没有结果')
  const standby = await rowOf('备用库的延迟')
  standby.getByText('不适用')
  standby.getByText('没有要检查的')
})

test('a part that failed to load offers a retry while the others stay', async () => {
  const page = openOperationsPage('/operations/health', { getHealth: refuse(503, '系统繁忙，请稍后重试') })
  await screen.findByText(/系统繁忙/)
  await screen.findByText('没有失败的任务')
  page.answers.getHealth = health('good', check({}))
  await page.user.click(screen.getByRole('button', { name: '重试' }))
  await rowOf('最久等待的任务')
})

test('a failed job is retried after a confirmation naming it; one retried elsewhere is reloaded', async () => {
  const job = {
    job_id: '42',
    task: 'send_refund',
    attempts: 25,
    error: '支付宝 无法连接',
    created_at: at,
    failed_at: at,
  }
  const page = openOperationsPage('/operations/health', {
    getHealth: health('warn', check({})),
    getFailedJobs: { list: [job], total: 1 },
  })
  await page.user.click(await screen.findByRole('button', { name: '任务 发起退款 42 的操作' }))
  await page.user.click(await screen.findByRole('menuitem', { name: '重试' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/任务“发起退款”（编号 42）/)
  page.answers.retryJob = refuse(-53020, '这个任务已经被重试、正在执行或已不存在，请刷新')
  page.answers.getFailedJobs = { list: [], total: 0 }
  await page.user.click(dialog.getByRole('button', { name: /重\s*试/ }))
  await screen.findByText(/已经被重试/)
  await screen.findByText('没有失败的任务')
  expect(page.calls('retryJob')).toEqual([{ job_id: '42' }])
})

test('all failed jobs of a task are retried at once; one that is not wanted any more is removed', async () => {
  const job = { job_id: '42', task: 'close_overdue', attempts: 1, error: '', created_at: at, failed_at: at }
  const page = openOperationsPage('/operations/health', {
    getHealth: health('warn', check({})),
    getFailedJobs: { list: [job], total: 1 },
    retryJobsOfTask: {},
    removeJob: {},
  })
  for (const [item, confirm] of [
    ['重试这一种', /全部重试/],
    ['移除', /移\s*除/],
  ] as const) {
    await page.user.click(await screen.findByRole('button', { name: '任务 关闭过期订单 42 的操作' }))
    await page.user.click(await screen.findByRole('menuitem', { name: item }))
    const dialog = await screen.findByRole('dialog')
    await page.user.click(within(dialog).getByRole('button', { name: confirm }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  }
  expect(page.calls('retryJobsOfTask')).toEqual([{ task: 'close_overdue' }])
  expect(page.calls('removeJob')).toEqual([{ job_id: '42' }])
})

test('a test message goes to one channel and shows its failure; an unconfigured one cannot be tested', async () => {
  const channel = { configured: true, sent_at: null, failed_at: null, failure: null }
  const page = openOperationsPage('/operations/health', {
    getHealth: health('good', check({})),
    getPushes: {
      channels: [
        { ...channel, channel: 'wecom' },
        { ...channel, channel: 'mail', configured: false },
      ],
      pushes: [
        {
          title: '【海易联】运行状况：1 项异常',
          text: '异常：最久等待的任务 25 分钟',
          created_at: at,
          deliveries: [
            { channel: 'wecom', state: 'failed', attempts: 3, failure: '企业微信 93000：invalid webhook url' },
          ],
        },
      ],
    },
  })
  const button = await screen.findByRole('button', { name: '向企业微信机器人发送测试消息' })
  await expectEnabled(screen.getByRole('button', { name: '向邮件发送测试消息' }), false)
  await screen.findByText(/第 3 次：企业微信 93000/)
  page.answers.sendTestPush = refuse(-53020, '测试消息没有送达：企业微信无法连接')
  await page.user.click(button)
  await screen.findByText(/测试消息没有送达：企业微信无法连接/)
  page.answers.sendTestPush = {}
  // The button shows a loading state and takes no clicks meanwhile.
  await expect.poll(() => button.className).not.toContain('loading')
  await page.user.click(button)
  await screen.findByText('测试消息已送达')
  expect(page.calls('sendTestPush')).toEqual([{ channel: 'wecom' }, { channel: 'wecom' }])
})

test('a restore is prepared for a time, and shows the command to switch; a refusal is at the field', async () => {
  const preparation_id = newId()
  const preparation = { moment: '2026-11-22T06:03:07.000Z' }
  const page = openOperationsPage('/operations/health', {
    getHealth: health('good', check({})),
    getRestorePreparations: {
      archived: true,
      list: [
        {
          ...preparation,
          preparation_id,
          state: 'ready',
          folder: 'restored-20261122150001',
          findings: '105 张表\n核对无误',
        },
        { ...preparation, state: 'failed', folder: null, failure: '归档里缺少一段日志' },
      ],
    },
  })
  await screen.findByText('npm run restore -- --switch restored-20261122150001')
  screen.getByText(/105 张表/)
  screen.getByText('归档里缺少一段日志')
  await page.user.click(screen.getByRole('button', { name: /^换\s?上$/ }))
  const dialog = await screen.findByRole('dialog')
  await page.user.type(within(dialog).getByRole('textbox'), '误删了专线')
  page.answers.switchRestore = refuse(-53013, '已提交，等待另一位操作员确认')
  await page.user.click(within(dialog).getByRole('button', { name: '提交确认' }))
  await screen.findByText(/等待另一位操作员确认/)
  expect(page.calls('switchRestore')).toEqual([{ preparation_id, reason: '误删了专线' }])
  page.answers.prepareRestore = refuse(-53020, '另一次恢复正在准备，请等它完成')
  await page.user.type(screen.getByLabelText('时刻（北京时间）'), '2026-11-22 14:03:07')
  await page.user.click(screen.getByRole('button', { name: '准备恢复' }))
  // An existing prepared restore would be removed: it is named, and nothing happens before the answer.
  const question = within(await screen.findByRole('dialog', { name: '代替已准备好的恢复' }))
  question.getByText('restored-20261122150001')
  question.getByText(/^2026-11-22 14:03/)
  expect(page.calls('prepareRestore')).toEqual([])
  await page.user.click(question.getByRole('button', { name: '删除它并准备' }))
  await screen.findByText('另一次恢复正在准备，请等它完成')
  expect(page.calls('prepareRestore')).toEqual([{ moment: '2026-11-22 14:03:07' }])
})

test('a restore that contradicts itself looks bad, and is put in place only by accepting that', async () => {
  const preparation_id = newId()
  const page = openOperationsPage('/operations/health', {
    getHealth: health('good', check({})),
    getRestorePreparations: {
      archived: true,
      list: [
        {
          moment: at,
          preparation_id,
          state: 'inconsistent',
          folder: 'restored-20261122150001',
          findings: '不一致 1 处\n订单 1 不完整',
          failure: null,
        },
      ],
    },
    switchRestore: {},
  })
  await screen.findByText('数据不一致')
  screen.getByText('npm run restore -- --switch restored-20261122150001 --accept-inconsistent')
  await page.user.click(screen.getByRole('button', { name: /^换\s?上$/ }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('核对出不一致')
  await page.user.type(within(dialog).getByRole('textbox'), '别的时刻都没有')
  await page.user.click(within(dialog).getByRole('button', { name: '接受不一致并提交确认' }))
  await expect
    .poll(() => page.calls('switchRestore'))
    .toEqual([{ preparation_id, reason: '别的时刻都没有', accept_inconsistent: true }])
})

const failed = { moment: at, state: 'failed', folder: null, findings: null, failure: '磁盘只剩 1 GB' } as const
const noneReady = { getHealth: health('good', check({})), getRestorePreparations: { archived: true, list: [failed] } }

test('a restore is prepared without a question where none is ready', async () => {
  const page = openOperationsPage('/operations/health', noneReady)
  await page.user.type(await screen.findByLabelText('时刻（北京时间）'), '2026-11-22 14:03:07')
  await page.user.click(screen.getByRole('button', { name: '准备恢复' }))
  await expect.poll(() => page.calls('prepareRestore')).toEqual([{ moment: '2026-11-22 14:03:07' }])
})

test('an auditor sees the prepared restores, but prepares none', async () => {
  openOffice('/operations/health', ['auditor'], noneReady)
  await screen.findByText('磁盘只剩 1 GB')
  expect(screen.queryByRole('button', { name: '准备恢复' })).toBeNull()
  expect(screen.queryByLabelText('时刻（北京时间）')).toBeNull()
})

test('without an archive no restore can be prepared, and the page says why', async () => {
  openOperationsPage('/operations/health', {
    getHealth: health('good', check({})),
    getRestorePreparations: { archived: false, list: [] },
  })
  await screen.findByText('没有打开归档（ARCHIVE），不能准备恢复。')
  expect(screen.queryByRole('button', { name: '准备恢复' })).toBeNull()
})
