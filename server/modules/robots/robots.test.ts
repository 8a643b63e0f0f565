import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { countOf } from '#server/database/count-rows.ts'
import { type Notice, notify, notifyAll, renotify } from '#server/engines/notices/notices.ts'
import { keyOfRobot } from '#server/integrations/pushes/company-robot.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import {
  dingtalkCounterpart,
  dingtalkSecret,
  feishuCounterpart,
  feishuSecret,
  wecomCounterpart,
} from '#server/testing/robot-counterparts.ts'

const pace = 20
const portal = await testPortal({ WEBHOOK_PRIVATE: '1', WEBHOOK_RETRY_MS: '5', ROBOT_PACE_MS: String(pace) })
const { make, call, system, services } = portal

async function until(holds: () => boolean | Promise<boolean>) {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await sleep(20)) if (await holds()) return
  throw new Error('it does not become true')
}
async function office({ managers = 0 } = {}) {
  const company = await make.company({ employees: 1, managers })
  const sid = await make.session(company.owner.account)
  const add = (robot: Partial<InputOf<'addCompanyRobot'>> & { url: string }) =>
    call('addCompanyRobot', { provider: 'wecom', name: '运营群', kinds: ['orders'], ...robot }, { sid })
  const notice = (subject: string): Notice => ({
    to: { managersOfCompany: company.id },
    kind: 'order_paid',
    subject,
    title: `订单${subject}`,
    text: '已支付 ¥58.00',
    link: '/control/orders',
  })
  const messages = async (robot_id: string) =>
    (await call('getCompanyRobotMessageList', { robot_id, page_size: 50 }, { sid })).data.list
  const robot = async () => (await call('getCompanyRobotList', {}, { sid })).data.list[0]
  return {
    company,
    sid,
    add,
    notice,
    messages,
    robot,
    tell: (subject: string) => notify(system, services, notice(subject)),
  }
}
/** Moves all earlier attempts into the past. */
const sevenHoursLater = (robotId: string) =>
  system.change`
    with robot as (update company_robot set failing_since = failing_since - interval '7 hours' where id = ${robotId})
    update robot_attempt set at = at - interval '7 hours' from robot_message message
    where message.id = robot_attempt.message_id and message.robot_id = ${robotId}`
const titles = (received: string[]) => received.map(text => text.split('\n')[0])

test('manager notices go to the subscribed groups in each provider’s format, with a button', async () => {
  const { company, sid, add, tell } = await office()
  const robots = [await wecomCounterpart(), await dingtalkCounterpart(), await feishuCounterpart()]
  const [wecom, dingtalk, feishu] = robots.map(({ address }) => address)
  const other = await wecomCounterpart()
  await add({ url: wecom ?? '' })
  await add({ provider: 'dingtalk', url: dingtalk ?? '', secret: dingtalkSecret })
  await add({ provider: 'feishu', url: feishu ?? '', secret: feishuSecret })
  await add({ url: other.address, kinds: ['tickets'] })
  await tell('甲')
  await until(() => robots.every(({ received }) => received.length === 1))
  for (const { received } of robots)
    expect(received).toEqual([`订单甲\n已支付 ¥58.00\n[打开] ${services.config.publicUrl}/control/orders`])
  expect(other.received).toEqual([])
  // A person's own notice is not sent to groups.
  await notify(system, services, {
    to: { accountIds: [company.owner.account.id] },
    kind: 'order_paid',
    subject: '本人的',
    title: '本人的',
    text: '',
    link: '',
  })
  await call(
    'tryCompanyRobot',
    { robot_id: (await call('getCompanyRobotList', {}, { sid })).data.list[0]?.robot_id ?? '' },
    { sid },
  )
  await until(() => robots[0]?.received.length === 2)
  expect(titles(robots[0]?.received ?? [])).toEqual(['订单甲', '测试消息'])
})

test('a group is told who requests what and who decided, but not the reasons', async () => {
  const { company, sid, add } = await office()
  const robot = await feishuCounterpart()
  await add({ provider: 'feishu', url: robot.address, secret: feishuSecret, kinds: ['requests', 'decisions'] })
  const person = await make.employee(company.id, { name: '陈雨桐' })
  const own = await make.session(person.account)
  const { data } = await call('requestAccess', { kind: 'days', days: 30, note: '家里有事' }, { sid: own })
  await call('refuseRequest', { request_id: data.request_id, reason: '已经离开项目' }, { sid })
  await until(() => robot.received.length === 2)
  expect(titles(robot.received)).toEqual(['陈雨桐申请增加时长 30 天', '陈雨桐的申请未通过'])
  expect(robot.received[1]).toMatch(/\n增加时长 30 天，由 .+ 处理。\n/)
  expect(robot.received.join()).not.toMatch(/家里有事|已经离开项目/)
  const button = /\n\[处理申请\] (.+)$/.exec(robot.received[0] ?? '')?.[1] ?? ''
  const link = new URL(button).searchParams.get('link') ?? ''
  const opened = await call('openRequestLink', { link }, { sid })
  expect(opened.data.request).toMatchObject({
    request_id: data.request_id,
    state: 'refused',
    decided_by: expect.any(String),
  })
})

// Guard: `newForCompany` in notices.ts. Without it each later manager makes the group get the message again.
test('a notice is sent to a group once for all managers, and again only when it is renewed', async () => {
  const { company, add, tell, notice, messages } = await office({ managers: 2 })
  const robot = await wecomCounterpart()
  const { data } = await add({ url: robot.address })
  await Promise.all([tell('甲'), tell('甲'), tell('甲')])
  const late = await make.employee(company.id, { role: 'manager' })
  // Some callers ask first who was not notified yet.
  const { to: _, ...content } = notice('甲')
  expect(await notifyAll(system, services, [{ account_id: late.account.id, company_id: company.id, ...content }])).toBe(
    1,
  )
  await make.employee(company.id, { role: 'manager' })
  await tell('甲')
  expect(await messages(data.robot_id)).toHaveLength(1)
  await renotify(system, services, notice('甲'))
  await until(() => robot.received.length === 2)
  expect(await messages(data.robot_id)).toMatchObject([{ state: 'delivered' }, { state: 'delivered', attempts: 1 }])
})

test('a rolled-back notice is never sent, and no group is told before the commit', async () => {
  const { add, notice, tell } = await office()
  const robot = await wecomCounterpart()
  await add({ url: robot.address })
  await system
    .transaction(async transaction => {
      await notify(transaction, services, notice('没有发生'))
      await sleep(300)
      expect(robot.received).toEqual([])
      throw new Error('rolled back')
    })
    .catch(() => {})
  await tell('发生了')
  await until(() => robot.received.length > 0)
  expect(titles(robot.received)).toEqual(['订单发生了'])
})

test('a failing provider gets everything in order, within its rate limit', async () => {
  const { add, tell, messages, robot: shown } = await office()
  const robot = await wecomCounterpart()
  let requests = 0
  const times: number[] = []
  robot.faults.answer = () => {
    requests += 1
    if (requests % 2) return { status: 502, body: 'bad gateway' }
    times.push(Date.now())
    return undefined
  }
  const { data } = await add({ url: robot.address })
  const expectedTitles = Array.from({ length: 8 }, (_, number) => `订单${number}`)
  for (const title of expectedTitles) await tell(title.replace('订单', ''))
  await until(() => robot.received.length === 8)
  expect(titles(robot.received)).toEqual(expectedTitles)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(pace)
  await until(async () => (await shown())?.pending === 0)
  expect((await messages(data.robot_id)).at(0)).toMatchObject({ state: 'delivered', attempts: 2, problem: null })
})

test('a message the robot refuses is not retried; several in a row pause it until resumed by hand', async () => {
  const { sid, add, tell, messages, robot: shown } = await office()
  const robot = await dingtalkCounterpart()
  const added = await add({ provider: 'dingtalk', url: robot.address, secret: 'SECwrong' })
  const { robot_id } = added.data
  for (const subject of ['一', '二', '三', '四']) await tell(subject)
  await until(async () => (await shown())?.state === 'disabled')
  const [last, ...refused] = await messages(robot_id)
  expect(last).toMatchObject({ state: 'pending', attempts: 0 })
  expect(refused).toMatchObject(
    refused.map(() => ({ state: 'refused', attempts: 1, problem: '钉钉 310000：sign not match' })),
  )
  expect((await call('getNoticeList', {}, { sid })).data.list).toContainEqual(
    expect.objectContaining({ kind: 'robot_paused', link: paths.openInterfaces }),
  )
  const { data: log } = await call('getCompanyActivity', { action: 'robot.paused' }, { sid })
  expect(log.list).toMatchObject([{ actor_kind: 'system', subject_id: robot_id }])
  expect((await call('tryCompanyRobot', { robot_id }, { sid })).code).toBe(-59704)
  await tell('停用期间的')
  const mended = { robot_id, secret: dingtalkSecret, state: 'active' as const }
  expect((await call('setCompanyRobot', mended, { sid })).code).toBe(200)
  await until(() => robot.received.length === 1)
  await tell('之后的')
  await until(() => robot.received.length === 2)
  expect(titles(robot.received)).toEqual(['订单四', '订单之后的'])
  expect(await shown()).toMatchObject({ state: 'active', failing_since: null })
})

// Guard: `countRefusals`. If each failure counted, one bad message after an outage would pause the robot.
test('a message that is refused after an outage pauses nothing', async () => {
  const { add, tell, messages, robot: shown } = await office()
  const robot = await wecomCounterpart()
  const answers = [{ status: 502 }, { status: 502 }, { status: 502 }, { status: 403 }]
  robot.faults.answer = () => answers.shift()
  const { data } = await add({ url: robot.address })
  for (const subject of ['一', '二']) await tell(subject)
  await until(() => robot.received.length === 1)
  expect(titles(robot.received)).toEqual(['订单二'])
  expect(await messages(data.robot_id)).toMatchObject([{ attempts: 1 }, { state: 'refused', attempts: 4 }])
  expect(await shown()).toMatchObject({ state: 'active' })
})

// Guard: the first attempt in `noteFailure`. By `failing_since` alone the hours without a message count as an outage.
test('a single failure hours after a refused message pauses nothing', async () => {
  const { add, tell, messages, robot: shown } = await office()
  const robot = await wecomCounterpart()
  const answers = [{ status: 403 }, { status: 502 }]
  robot.faults.answer = () => answers.shift()
  const { data } = await add({ url: robot.address })
  await tell('被拒绝的')
  await until(async () => (await messages(data.robot_id)).at(0)?.state === 'refused')
  await sevenHoursLater(data.robot_id)
  await tell('之后的')
  await until(() => robot.received.length === 1)
  expect(titles(robot.received)).toEqual(['订单之后的'])
  await until(async () => (await shown())?.pending === 0)
  expect(await messages(data.robot_id)).toMatchObject([{ state: 'delivered', attempts: 2 }, { state: 'refused' }])
  expect(await shown()).toMatchObject({ state: 'active', failing_since: null })
})

test('a robot unreachable for six hours is paused', async () => {
  const { add, tell, robot: shown } = await office()
  const robot = await feishuCounterpart()
  robot.faults.answer = () => ({ status: 503 })
  const { data } = await add({ provider: 'feishu', url: robot.address, secret: feishuSecret })
  await tell('等待的')
  await until(async () => Boolean((await shown())?.failing_since))
  expect(await shown()).toMatchObject({ state: 'active', pending: 1 })
  await sevenHoursLater(data.robot_id)
  await until(async () => (await shown())?.state === 'disabled')
})

test('changing the address revokes the lease of a delivery to the former one', async () => {
  const { sid, add, tell } = await office()
  const [former, next] = [await wecomCounterpart(), await wecomCounterpart()]
  const { robot_id } = (await add({ url: former.address })).data
  const arrived = Promise.withResolvers<void>()
  former.faults.answer = () => {
    arrived.resolve()
    return 'silent'
  }
  await tell('甲')
  await arrived.promise
  const leased = () =>
    countOf(system, sql`select count(*) from company_robot where id = ${robot_id} and lease is not null`)
  expect(await leased()).toBe(1)
  await call('setCompanyRobot', { robot_id, name: '改名' }, { sid })
  expect(await leased()).toBe(1)
  await call('setCompanyRobot', { robot_id, url: next.address }, { sid })
  expect(await leased()).toBe(0)
})

test('the address and the secret are stored encrypted and shown to nobody', async () => {
  const { sid, add, company } = await office()
  const url = 'https://oapi.dingtalk.com/robot/send?access_token=0123456789abcdef'
  const { data } = await add({ provider: 'dingtalk', url, secret: dingtalkSecret })
  const list = await call('getCompanyRobotList', {}, { sid })
  expect(list.data.list).toMatchObject([{ address_end: 'cdef', name: '运营群' }])
  expect(JSON.stringify(list)).not.toMatch(/0123456789abcdef|SEC000/)
  const row = await system.row(z.object({ text: z.string() }))`
    select to_jsonb(robot)::text || encode(secrets_sealed, 'escape') as text from company_robot robot where id = ${data.robot_id}`
  expect(row?.text).not.toMatch(/0123456789abcdef|SEC000/)
  const activity = await call('getCompanyActivity', {}, { sid })
  expect(JSON.stringify(activity.data)).not.toMatch(/0123456789abcdef|SEC000/)
  // A secret that no key opens any more is entered again as a whole.
  await system.change`update company_robot set secrets_sealed = '' where company_id = ${company.id}`
  const set = (input: object) => call('setCompanyRobot', { robot_id: data.robot_id, ...input }, { sid })
  expect((await set({ secret: 'SECother' })).code).toBe(-59705)
  expect((await set({ url, secret: 'SECother' })).code).toBe(200)
})

test('only addresses of the provider are accepted', async () => {
  const { add } = await office()
  const key = '693a91f6-7xxx'
  const right = `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${key}`
  const strict = { allowPrivate: false }
  expect(keyOfRobot('wecom', right, strict)).toBe(key)
  for (const url of [
    right.replace('qyapi', 'evil'),
    right.replace('https', 'http'),
    right.replace('.com/', '.com:8443/'),
    right.replace('https://', 'https://me:secret@'),
    right.replace('qq.com', 'qq.com.evil.example'),
    right.replace('webhook/send', 'webhook/upload_media'),
    `${right}&next=1`,
    `${right}#x`,
    'http://127.0.0.1:1/cgi-bin/webhook/send?key=693a91f6-7xxx',
  ])
    expect(keyOfRobot('wecom', url, strict), url).toBeUndefined()
  expect(keyOfRobot('dingtalk', right, strict)).toBeUndefined()
  expect(await add({ url: 'https://example.com/cgi-bin/webhook/send?key=693a91f6-7xxx' })).toMatchObject({
    code: -59701,
  })
  const feishu = 'https://open.feishu.cn/open-apis/bot/v2/hook/01234567-89ab'
  expect((await add({ provider: 'feishu', url: feishu })).code).toBe(-59703)
})

// Guard: the company's lock in `insertRobot`. Without it each of them counts the same four.
test('a company has at most five robots, also concurrently', async () => {
  const { company, add } = await office()
  const url = () => `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${crypto.randomUUID()}`
  const codes = (await Promise.all(Array.from({ length: 9 }, () => add({ url: url() })))).map(({ code }) => code)
  expect(codes.filter(code => code === 200)).toHaveLength(5)
  expect(codes.filter(code => code === -59702)).toHaveLength(4)
  expect(await countOf(system, sql`select count(*) from company_robot where company_id = ${company.id}`)).toBe(5)
})

test('a company can neither read nor change another’s robots, nor can an employee', async () => {
  const { company, sid, add } = await office()
  const other = await office()
  const { data } = await add({ url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx' })
  const { robot_id } = data
  for (const theirs of [other.sid, await make.session(company.employees[0]?.account ?? company.owner.account)]) {
    const refused = theirs === other.sid ? -59700 : -42003
    const list = await call('getCompanyRobotList', {}, { sid: theirs })
    if (theirs === other.sid) expect(list.data.total).toBe(0)
    else expect(list.code).not.toBe(200)
    for (const name of ['setCompanyRobot', 'removeCompanyRobot', 'tryCompanyRobot'] as const) {
      const { code } = await call(name, { robot_id }, { sid: theirs })
      if (theirs === other.sid) expect(code).toBe(refused)
      else expect(code).not.toBe(200)
    }
  }
  expect((await call('removeCompanyRobot', { robot_id }, { sid })).code).toBe(200)
})

// Guard: `for key share` in `leaveMessages`.
test('an event that robots receive is committed while one of them is being removed', async () => {
  const { add, tell } = await office()
  const { data } = await add({ url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx' })
  const hold = sql`select from company_robot where id = ${data.robot_id} for update`
  const act = () => tell('x')
  await expect(overtakenBy(system, [hold], act, [sql`delete from company_robot`])).resolves.not.toThrow()
})
