import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { type CallName, contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { countOf } from '#server/database/count-rows.ts'
import { windowStart } from '#server/database/limits.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { sampleInput } from '#server/testing/samples.ts'
import { type Admitted, type AnyContext, perform } from './perform.ts'

const { call, make, services, system } = await testPortal()

/** A request as the routes would admit it, with only the fields that are needed here. */
const admitted = (name: string, definition: unknown, headers = {}) =>
  ({
    name,
    definition,
    context: { services, system, caller: { ip: '127.0.0.1', requestId: 'r' } },
    input: {},
    request: { headers },
    // A partial stand-in: all other fields are undefined.
  }) as unknown as Admitted

test.each([
  ['setCompanyInfo', contract.setCompanyInfo, "setCompanyInfo left no entry in the company's activity"],
  ['freezeCompany', operations.freezeCompany, 'freezeCompany left no entry in the audit log'],
])('%s that succeeds without a log entry is an internal error', async (name, definition, message) => {
  await expect(perform(admitted(name, definition), async () => ({}))).rejects.toThrow(message)
})

test('no entry is required when nothing changed or the call declares none', async () => {
  const quiet = async () => {
    nothingChanged()
    return { done: 1 }
  }
  expect(await perform(admitted('setCompanyInfo', contract.setCompanyInfo), quiet)).toEqual({ done: 1 })
  expect(await perform(admitted('readNotices', contract.readNotices), async () => ({}))).toEqual({})
})

test.each(['transaction', 'outside', 'prepared'])(
  'a repetition gets the first answer, though the limit is reached, and counts in none (%s)',
  async idempotency => {
    const limits = [{ name: `limit-${idempotency}`, by: 'address', max: 1, seconds: 600 }]
    const definition = { effect: 'change', idempotency, limits }
    let number = 0
    const change = async () => {
      number += 1
      return { number }
    }
    const send = (key: string) =>
      perform(admitted('rateArticle', definition, { 'idempotency-key': key }), context =>
        context.once ? context.once(change) : change(),
      )
    const key = randomUUID()
    expect([await send(key), await send(key)]).toEqual([{ number: 1 }, { number: 1 }])
    await expect(send(randomUUID())).rejects.toMatchObject({ code: 429 })
    expect(number).toBe(1)
    expect(await countOf(system, sql`select hits from limit_counter where key like ${`limit-${idempotency}:%`}`)).toBe(
      2,
    )
  },
)

// Guard: the hit within the key's claim. nginx repeats a change with a key that another replica has been processing for 8 s.
test('a repetition of a request under way waits for its answer, and counts in no limit', async () => {
  const { id } = await make.article()
  const options = { ip: '203.0.113.20', headers: { 'idempotency-key': randomUUID() } }
  const [limit] = contract.rateArticle.limits
  await system.change`
    insert into limit_counter (key, window_start, hits)
    values (${`${limit.name}:${options.ip}`}, ${windowStart(sql`${limit.seconds}::integer`)}, ${limit.max - 1})`
  const send = () => call('rateArticle', { article_id: id, useful: true }, options)
  const both = await system.transaction(async transaction => {
    await transaction.change`select from article where id = ${id} for update`
    const sent = [send(), send()]
    await sleep(300)
    return { sent }
  })
  const [first, second] = await Promise.all(both.sent)
  expect(first).toMatchObject({ code: 200, data: { useful: 1 } })
  expect(second).toEqual(first)
  expect((await call('rateArticle', { article_id: id, useful: true }, { ip: options.ip })).code).toBe(429)
})

const keyless = [...Object.entries(contract), ...Object.entries(operations)].filter(
  ([, definition]: [string, Call<z.ZodType, z.ZodType, unknown>]) =>
    definition.effect === 'change' && (definition.idempotency ?? 'transaction') === 'transaction',
)

// Guard: `withoutKey` in perform, by which the handlers need no transaction of their own.
test('a change that fails midway leaves nothing behind, whichever call it is, also without a key', async () => {
  const { id } = await make.company()
  const left: string[] = []
  for (const [name, definition] of keyless) {
    const fails = async ({ system }: AnyContext) => {
      await system.change`update company set address = ${name} where id = ${id}`
      throw new Error('failed midway')
    }
    const { proof: _, limits: __, changesAccess: ___, ...rest } = definition as Call
    await expect(perform(admitted(name, rest), fails)).rejects.toThrow('failed midway')
    if (await system.change`select from company where id = ${id} and address = ${name}`) left.push(name)
  }
  expect(keyless.length).toBeGreaterThan(200)
  expect(left).toEqual([])
})

const office = await make.company({ managers: 1, employees: 1 })
const [manager] = office.managers
const [person] = office.employees
if (!manager || !person) throw new Error('nobody was made')

const changes = Object.entries(contract as Record<string, Call>).filter(
  ([, { access, effect, idempotency }]) =>
    access === 'manager' && effect === 'change' && idempotency !== 'own' && idempotency !== 'outside',
)

// Guard: `requireRoleAtCommit` in perform. It sees what has happened since the request was admitted as a manager's.
test.each(changes)(
  '%s changes nothing by somebody who does not manage the company any more',
  async (name, definition) => {
    const change = async ({ company = system }: AnyContext) => {
      await company.change`update company set address = ${name} where id = ${office.id}`
      nothingChanged()
      return {}
    }
    const work = (context: AnyContext) => (context.once ? context.once(change) : change(context))
    const by = ({ id: employeeId, account }: { id: string; account: { id: string; phone: string } }) => {
      const request = admitted(name, definition)
      const membership = { companyId: office.id, employeeId, name: '王芳', role: 'manager', companyState: 'active' }
      const context = { account, session: { proved: true }, membership, company: services.companyDatabase(office.id) }
      Object.assign(request.context, context)
      return perform({ ...request, input: { ...sampleInput(definition, [person.id]), preview: false } }, work)
    }
    const addressIs = () => system.change`select from company where id = ${office.id} and address = ${name}`
    await expect(by(person)).rejects.toMatchObject({ code: -41017 })
    expect(await addressIs()).toBe(0)
    await by(manager)
    expect(await addressIs()).toBe(1)
  },
)

const device = await make.device({ companyId: office.id, employeeId: person.id, audit: 'approved' })
const held = sql`update employee set position = '' where id = ${person.id}`
test.each<[CallName, object, waitsFor: ReturnType<typeof sql>]>([
  ['setCompanyInfo', { address: '深圳' }, sql`update company set size = size where id = ${office.id}`],
  [
    'setDepartment',
    { name: '研发部' },
    sql`select pg_advisory_xact_lock(hashtextextended(${`departments ${office.id}`}, 0))`,
  ],
  ['deviceRemove', { device_ids: [device.id] }, held],
])('%s that waits while its manager is demoted is refused', async (name, input, waitsFor) => {
  const other = await make.employee(office.id, { role: 'manager' })
  const sid = await make.session(other.account)
  const demotion = sql`update employee set role = 'employee' where id = ${other.id}`
  const late = await overtakenBy(system, [waitsFor, demotion], () => call(name, input as never, { sid }))
  expect(late.code).toBe(-41017)
})
