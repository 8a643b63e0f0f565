import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { keysOf } from '#contract/typed-keys.ts'
import { readConfig } from '#server/core/config.ts'
import { Refusal } from '#server/core/refusal.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { testDatabase } from '#server/testing/database.ts'
import { newPhone } from '#server/testing/identities.ts'
import { untilWindowHolds } from '#server/testing/limit-window.ts'
import { phonesWithRoom } from './budget.ts'
import { type AwaitedKind, limitsOf, type MessageKind, messageKinds, type UnawaitedKind } from './limits.ts'
import { queueManySms, queueSms } from './queue.ts'

const { pools, system } = await testDatabase()
const config = { ...readConfig({}), smsDailyLimit: 1_000, smsProofAfter: 1_000_000 }
const services = { config, jobs, counting: pools.counting }
const companyId = '018f0000-0000-7000-8000-000000000001'
const ip = '2001:db8:1:2::1'

beforeEach(async () => {
  await untilWindowHolds()
  await system.change`truncate limit_counter, code_allowance, sms_message`
})

const isAwaited = (kind: MessageKind): kind is AwaitedKind => kind === 'code' || kind === 'manager_code'
const messageTo = (phone: string) => ({ phone, purpose: 'register' as const, parameters: {}, text: '测试' })

type Messages = Parameters<typeof queueManySms>[2]
type Budget = Parameters<typeof queueManySms>[3]

/** Returns the messages that are sent, in a separate transaction. */
async function sentOf(messages: Messages, budget: Budget): Promise<Messages> {
  let sent: Messages = []
  await queueManySms(services, system, messages, budget, async (_, those) => {
    sent = those
  })
  return sent
}

/** Returns the refusal's code, 'left out', or 'sent'. */
async function send(kind: MessageKind, phone = newPhone(), from = ip): Promise<number | string> {
  if (!isAwaited(kind)) {
    const messages = [{ ...messageTo(phone), template: 'notice' as const }]
    const budget = { kind: kind satisfies UnawaitedKind, companyId, ip: from }
    return (await sentOf(messages, budget)).length ? 'sent' : 'left out'
  }
  const message = { ...messageTo(phone), template: 'code' as const }
  // The strangers' share of a phone's codes is tested by the call (accounts/registration.test).
  const awaited = { message, budget: { kind, companyId, ip: from }, isKnown: true }
  return queueSms(services, system, awaited, async () => {}).then(
    () => 'sent',
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  )
}

const counters = async (key: string) =>
  (await system.rows(z.object({ hits: z.number() }))`select hits from limit_counter where key like ${key}`).map(
    row => row.hits,
  )

const kinds = keysOf(messageKinds)
const limits = kinds.flatMap(kind => {
  const { person, company, network, site } = limitsOf(kind)
  const found: [kind: MessageKind, key: string, max: number, samePhone: boolean, refusal: number][] = [
    [kind, 'sms:site:all', 1_000, false, -41015],
  ]
  if (site === 'half') found.push([kind, 'sms:site:half', 500, false, -41015])
  if (company) found.push([kind, 'sms:company:%', company.max, false, -41015])
  if (network) found.push([kind, 'sms:network:%', network.max, false, 429])
  if (person.wait === undefined) found.push([kind, 'sms:person:%', person.max, true, -41007])
  return found
})

// Guard: lockCounters, which locks the counters that it returns.
test.each(limits)(
  'the last %s under %s (%i) is sent once, however many come at once',
  async (kind, key, max, samePhone, refusal) => {
    const phone = newPhone()
    expect(await send(kind, phone)).toBe('sent')
    await system.change`update limit_counter set hits = ${max - 1} where key like ${key}`
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(kind, samePhone ? phone : newPhone())))
    expect(answers.toSorted()).toEqual(
      [...Array<number | string>(7).fill(isAwaited(kind) ? refusal : 'left out'), 'sent'].toSorted(),
    )
    // Messages left out count nowhere.
    expect(await counters(key)).toEqual([max])
    expect(await counters('sms:site:half')).toEqual(
      limitsOf(kind).site === 'half' ? [key === 'sms:site:half' ? max : 2] : [],
    )
  },
)

// Guard: the condition in takeAllowance's upsert.
test.each(kinds.filter(isAwaited))('of many %ss to one phone at once one is sent, ten a day', async kind => {
  const phone = newPhone()
  const many = () => Promise.all(Array.from({ length: 8 }, () => send(kind, phone)))
  expect((await many()).filter(answer => answer === 'sent')).toHaveLength(1)
  await system.change`
    update code_allowance set sent_today = 9, last_sent_at = now() - interval '61 s'`
  expect((await many()).filter(answer => answer === 'sent')).toHaveLength(1)
  await system.change`update code_allowance set last_sent_at = now() - interval '61 s'`
  expect(await send(kind, phone)).toBe(-41007)
})

test('strangers use up no manager’s codes, and companies’ first messages share a phone’s limit', async () => {
  const phone = newPhone()
  for (let sent = 0; sent < 10; sent++) {
    expect(await send('code', phone)).toBe('sent')
    await system.change`update code_allowance set last_sent_at = now() - interval '61 s'`
  }
  expect([await send('code', phone), await send('manager_code', phone)]).toEqual([-41007, 'sent'])
  expect(await send('manager_code', phone)).toBe(-41006)
  expect(await counters('sms:site:all')).toEqual([11])
  for (const kind of ['invitation', 'invitation', 'invitation', 'invitation'] as const)
    expect(await send(kind, phone)).toBe('sent')
  expect([await send('invitation', phone), await send('reminder', phone)]).toEqual(['left out', 'sent'])
})

describe('limits by IP network', () => {
  const codesFrom = async (addresses: string[]) => {
    const answers = await Promise.all(addresses.map(address => send('code', newPhone(), address)))
    return answers.filter(answer => answer === 'sent').length
  }
  const sixty = (address: (index: number) => string) => Array.from({ length: 60 }, (_, index) => address(index))

  test('count all addresses of a /64 as one, but another /64 and each IPv4 address separately', async () => {
    expect(await codesFrom(sixty(index => `2001:db8:5:6::${index.toString(16)}`))).toBe(30)
    expect(await codesFrom(['2001:db8:5:7::1'])).toBe(1)
    expect(await codesFrom(sixty(() => '203.0.113.7'))).toBe(30)
    expect(await codesFrom(['203.0.113.8', '::ffff:203.0.113.7'])).toBe(1)
  })

  test('count refused requests as well', async () => {
    const phone = newPhone()
    const answers = await Promise.all(Array.from({ length: 35 }, () => send('code', phone, '203.0.113.9')))
    expect(answers.filter(answer => answer === 429)).toHaveLength(5)
    expect(await send('code', newPhone(), '203.0.113.9')).toBe(429)
  })
})

test('a site at its limit for other messages still sends codes, up to the total', async () => {
  const many = (length: number) =>
    Array.from({ length }, () => ({ ...messageTo(newPhone()), template: 'notice' as const }))
  const budget = { kind: 'notice', companyId: null, ip: null } as const
  expect(await sentOf(many(600), budget)).toHaveLength(500)
  expect([await send('notice'), await send('invitation'), await send('manager_code')]).toEqual([
    'left out',
    'left out',
    'sent',
  ])
  await system.change`update limit_counter set hits = 1000 where key = 'sms:site:all'`
  expect([await send('manager_code'), await send('code')]).toEqual([-41015, -41015])
})

test('a batch omits only the phones that have reached their limit', async () => {
  const [one, two] = [newPhone(), newPhone()]
  const messages = [...Array<string>(6).fill(one), two].map(phone => ({
    ...messageTo(phone),
    template: 'notice' as const,
  }))
  const budget = { kind: 'invitation', companyId, ip } as const
  const reached = await phonesWithRoom(
    system,
    config,
    budget,
    messages.map(({ phone }) => phone),
  )
  expect([...reached]).toEqual([one, two])
  const sent = await sentOf(messages, budget)
  expect(await phonesWithRoom(system, config, budget, [one, two])).toEqual(new Set([two]))
  expect(sent.map(({ phone }) => phone)).toEqual([one, one, one, one, two])
  expect(await counters('sms:company:%')).toEqual([5])
})

// Guard: `beforeCommit` in queueManySms. Without it everybody's messages wait for the rest of the transaction.
test('messages of a transaction leave the counters to others until it commits', async () => {
  const messages = [{ ...messageTo(newPhone()), template: 'notice' as const }]
  expect(await send('notice')).toBe('sent')
  await system.transaction(async transaction => {
    await queueManySms(services, transaction, messages, { kind: 'invitation', companyId, ip })
    expect(await send('code')).toBe('sent')
    expect(await counters('sms:site:all')).toEqual([2])
  })
  expect(await counters('sms:site:all')).toEqual([3])
})

test('a transaction that rolls back has counted nothing', async () => {
  const runRolledBack = system.transaction(async transaction => {
    const messages = [{ ...messageTo(newPhone()), template: 'notice' as const }]
    await queueManySms(services, transaction, messages, { kind: 'invitation', companyId, ip })
    throw new Error('no')
  })
  await expect(runRolledBack).rejects.toThrow('no')
  expect(await counters('%')).toEqual([])
})

describe('the budget cannot be bypassed', () => {
  const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const naming = (pattern: RegExp) => sources.filter(file => pattern.test(readFileSync(file, 'utf8')))

  test('one file enqueues messages, one hands them to the provider', () => {
    expect(naming(/\bsendSmsJob\b/)).toEqual([
      'server/app/tasks.ts',
      'server/engines/messages/jobs.ts',
      'server/engines/messages/queue.ts',
    ])
    expect(naming(/['"]send_sms['"]/)).toEqual(['server/engines/messages/jobs.ts'])
    expect(naming(/\bsms\.send\(/)).toEqual(['server/engines/messages/send-sms.ts'])
    expect(naming(/insert into sms_message/)).toEqual(['server/engines/messages/queue.ts'])
  })

  test('every limit by IP address is counted in one place, which groups networks', () => {
    expect(naming(/(hitLimit|withinLimit)\([^)]*\bip\b/)).toEqual(['server/database/limits.ts'])
  })
})
