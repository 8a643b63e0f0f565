import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { requestApproval } from '#server/engines/approvals/approvals.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { createPushChannels } from '#server/integrations/pushes/channels-from-config.ts'
import { testPortal } from '#server/testing/portal.ts'
import {
  dingtalkCounterpart,
  dingtalkSecret,
  feishuCounterpart,
  feishuSecret,
  wecomCounterpart,
} from '#server/testing/robot-counterparts.ts'
import { announceApprovals } from './announce-approvals.ts'

const portal = await testPortal()
const { make, operate, system, services } = portal
const [one, other] = [await make.operator('finance'), await make.operator('finance')]

/** Creates three groups, each with its robot, and what announces to them; the portal's worker delivers. */
async function groups() {
  const robots = [await wecomCounterpart(), await dingtalkCounterpart(), await feishuCounterpart()] as const
  const [wecom, dingtalk, feishu] = robots
  const config = readConfig({
    ALERT_WECOM_URL: wecom.address,
    ...{ ALERT_DINGTALK_URL: dingtalk.address, ALERT_DINGTALK_SECRET: dingtalkSecret },
    ...{ ALERT_FEISHU_URL: feishu.address, ALERT_FEISHU_SECRET: feishuSecret },
    ALERT_APPROVALS: '1',
  })
  Object.assign(services.channels, createPushChannels(config, undefined))
  async function received(count: number) {
    const all = () => robots.every(robot => robot.received.length >= count)
    for (const deadline = Date.now() + 10_000; !all() && Date.now() < deadline; ) await sleep(20)
    return robots.map(robot => robot.received.length)
  }
  return { robots, wecom, received, tell: () => announceApprovals({ ...services, config }) }
}

let number = 0

function request(): Promise<string> {
  const context = { operator: { id: one.id } } as Pick<OperatorContext, 'operator'>
  const target = `order:told-${number++}`
  const refund = {
    kind: 'refund',
    target,
    companyId: null,
    summary: '退甲公司 ¥58.00',
    payload: { order_number: target },
  } as const
  return runAs(`operator:${one.id}`, () => requestApproval(system, context, refund))
}

// Guard: `told_at is null` in `takeUnannounced`. Without it each run, and each replica, announces the same request again.
test('each group is told of waiting requests once, in one message without customer or amount', async () => {
  const { robots, wecom, received, tell } = await groups()
  await request()
  await request()
  await Promise.all([tell(), tell()])
  expect(await received(1)).toEqual([1, 1, 1])
  for (const { received } of robots) {
    expect(received[0]).toContain('2 项申请等待确认')
    expect(received[0]).toContain('/operations/approvals?state=waiting')
    expect(received[0]).not.toMatch(/甲公司|58\.00/)
  }
  await request()
  await tell()
  expect(await received(2)).toEqual([2, 2, 2])
  expect(wecom.received[1]).toContain('1 项申请等待确认')
})

test('a request that was decided meanwhile is not announced, nor is anything without groups', async () => {
  const { wecom, received, tell } = await groups()
  const decided = await request()
  expect(
    (await operate('decideApproval', { approval_id: decided, decision: 'reject', reason: '重复' }, other)).code,
  ).toBe(200)
  await tell()
  await request()
  await announceApprovals({ ...services, config: readConfig({}) })
  await tell()
  await received(1)
  expect(wecom.received).toEqual([expect.stringContaining('1 项申请等待确认')])
})

test('however many requests wait, the link stays within the limit of 企业微信', async () => {
  const { wecom, received, tell } = await groups()
  for (let each = 0; each < 30; each++) await request()
  await tell()
  await received(1)
  expect(wecom.received[0]).toMatch(/另有 20 项[\s\S]*approvals\?state=waiting$/)
})
