import { inspect } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import type { Answer } from '#server/testing/counterpart.ts'
import {
  dingtalkCounterpart,
  dingtalkSecret,
  feishuCounterpart,
  feishuSecret,
  wecomCounterpart,
} from '#server/testing/robot-counterparts.ts'
import { createDingtalk } from './dingtalk.ts'
import { createFeishu } from './feishu.ts'
import { type PushChannel, PushFailure, pushTimeout } from './push.ts'
import { createWecom } from './wecom.ts'

const push = { title: '【海易联】运行状况：1 项异常', text: '异常：最久等待的任务 25 分钟' }
const whole = `${push.title}\n${push.text}`

const robots = [
  {
    name: '企业微信',
    start: wecomCounterpart,
    create: (address: string) => createWecom(address),
    wrong: undefined,
    limited: 20,
  },
  {
    name: '钉钉',
    start: dingtalkCounterpart,
    create: (address: string) => createDingtalk(address, dingtalkSecret),
    wrong: (address: string) => createDingtalk(address, 'SECwrong'),
    limited: 20,
  },
  {
    name: '飞书',
    start: feishuCounterpart,
    create: (address: string) => createFeishu(address, feishuSecret),
    wrong: (address: string) => createFeishu(address, 'wrong'),
    limited: 100,
  },
]

async function failureOf(channel: PushChannel, address: string): Promise<PushFailure> {
  const error = await channel.send(push, 'id').then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PushFailure)) throw new Error(`expected a PushFailure, got ${error}`)
  // The error is stored and shown, and the URL contains the key.
  const { search, pathname } = new URL(address)
  expect(inspect(error, { depth: 9 })).not.toContain(search.slice(1) || pathname)
  return error
}

describe.each(robots)('$name', ({ start, create, wrong, limited }) => {
  test('takes the message, with its signature', async () => {
    const robot = await start()
    await create(robot.address).send(push, 'id')
    expect(robot.received).toEqual([whole])
  })

  test('shows a button, and neutralises mentions and links in user text', async () => {
    const robot = await start()
    const button = { label: '打开', address: 'https://portal.example.com/control/requests?request=1' }
    const text = '<at user_id="all"></at> <@all> [看](https://evil.example)'
    await create(robot.address).send({ title: '陈雨桐申请使用专线', text, button }, 'id')
    expect(robot.received).toEqual([
      expect.stringMatching(
        /^陈雨桐申请使用专线\n.+\n\[打开\] https:\/\/portal\.example\.com\/control\/requests\?request=1$/,
      ),
    ])
    // The cards of 企业微信 and 飞书 are plain text; that of 钉钉 is Markdown.
    if (robot.address.includes('access_token')) expect(robot.received[0]?.split('\n')[1]).not.toMatch(/[<>[\]()]/)
  })

  test.each([
    ['https://evil.example/login', 'https：//evil．example/login'],
    ['www.evil.example', 'www．evil．example'],
    ['evil.example.163.com', 'evil．example.163．com'],
    ['http://203.0.113.7/login', 'http：//203.0.113.7/login'],
    ['周@evil.example', '周@evil．example'],
    // What is no address stays as it is.
    ['东京-01 203.0.113.7，续费 1.5 年：9:30 前', '东京-01 203.0.113.7，续费 1.5 年：9:30 前'],
  ])('a card does not link %s in user text', async (written, shown) => {
    const robot = await start()
    const button = { label: '打开', address: 'https://portal.example.com/control' }
    await create(robot.address).send({ title: `${written} 申请加入`, text: `${written} 申请使用专线`, button }, 'id')
    expect(robot.received).toEqual([
      `${shown} 申请加入\n${shown} 申请使用专线\n[打开] https://portal.example.com/control`,
    ])
  })

  test('a long text is cut between two characters', async () => {
    const robot = await start()
    await create(robot.address).send({ ...push, text: '长'.repeat(30_000) }, 'id')
    expect(robot.received[0]).toMatch(/^【海易联】[^\uFFFD]+长……$/)
  })

  test.runIf(wrong)('treats a wrong secret as a permanent failure', async () => {
    const robot = await start()
    expect(await failureOf(wrong?.(robot.address) ?? create(''), robot.address)).toMatchObject({
      retry: false,
      message: expect.stringMatching(/310000：sign not match|19021：sign match fail/),
    })
    expect(robot.received).toEqual([])
  })

  test('allows a retry when rate limited', async () => {
    const robot = await start()
    const channel = create(robot.address)
    for (let count = 0; count < limited; count++) await channel.send(push, 'id')
    expect(await failureOf(channel, robot.address)).toMatchObject({ retry: true })
  })

  test.each<[string, Answer, boolean]>([
    ['a fault of theirs', { status: 502, body: 'bad gateway' }, true],
    ['an answer that is no JSON', { body: '<html>' }, true],
    ['an endless answer', { body: 'x'.repeat(200_000) }, true],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, true],
    ['a refusal', { status: 403 }, false],
    ['an answer without a verdict', { body: {} }, true],
  ])('%s', async (_, answer, retry) => {
    const robot = await start()
    robot.faults.answer = () => answer
    expect((await failureOf(create(robot.address), robot.address)).retry).toBe(retry)
  })

  test('allows a retry when unreachable', async () => {
    const address = 'http://127.0.0.1:9/hook?key=secret-key'
    expect(await failureOf(create(address), address)).toMatchObject({ retry: true })
  })
})

test('a message signed with a clock hours off is refused, as by the real services', async () => {
  const [dingtalk, feishu] = [await dingtalkCounterpart(), await feishuCounterpart()]
  const real = Date.now
  const sending = [createDingtalk(dingtalk.address, dingtalkSecret), createFeishu(feishu.address, feishuSecret)]
  // Only the sender's clock is off: the counterparts read theirs when the request has arrived.
  vi.spyOn(Date, 'now').mockImplementationOnce(() => real() - 7_200_000)
  expect(await failureOf(sending[0] as PushChannel, dingtalk.address)).toMatchObject({ retry: false })
  vi.spyOn(Date, 'now').mockImplementationOnce(() => real() - 7_200_000)
  expect(await failureOf(sending[1] as PushChannel, feishu.address)).toMatchObject({ retry: false })
})

test('a wrong 企业微信 key is refused, without the hint that reveals our address', async () => {
  const robot = await wecomCounterpart()
  const address = robot.address.replace('693a', 'ffff')
  const failure = await failureOf(createWecom(address), address)
  expect(failure).toMatchObject({ retry: false, message: '企业微信 93000：invalid webhook url' })
})

test('an unanswered request times out', async () => {
  const robot = await wecomCounterpart()
  robot.faults.answer = () => 'silent'
  const begun = performance.now()
  expect(await failureOf(createWecom(robot.address), robot.address)).toMatchObject({ retry: true })
  expect(performance.now() - begun).toBeLessThan(pushTimeout + 10_000)
})
