import { raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { dutyCalls, isOpenTo } from '#contract/duty-calls.ts'
import { type Duty, dutyScopes, limitedDuty } from '#contract/duty-names.ts'
import { type CallName, contract } from '#contract/index.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { isForEveryToken, scopeOf } from '#server/modules/api-tokens/token-access.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { allAnnounced } from '#server/testing/announced.ts'
import { companyTables } from '#server/testing/one-of-each.ts'
import { testPortal } from '#server/testing/portal.ts'
import { sampleInput } from '#server/testing/samples.ts'
import { admissionOf, type NamedCall } from './admission.fixture.ts'
import { answeredCodes } from './answered-codes.ts'
import { belongingsOf, fillEveryTable, oneIdOfEach } from './belongings.fixture.ts'
import { countNothing, expectDocumented, expectLookedAt, readOf, tally } from './walk-answers.fixture.ts'
import { inputsOf, keyed, plansOf } from './walk-inputs.fixture.ts'

const portal = await testPortal()
const { make, system } = portal

const a = await make.company({ managers: 1, employees: 2, name: '甲公司有限公司' })
const b = await make.company({ name: '乙公司有限公司' })
const frozen = await make.company({ state: 'frozen' })
const someDepartment = await make.department(a.id, { name: '甲公司的部门' })
const deviceOfA = await make.device({ companyId: a.id, employeeId: a.employees[0]?.id ?? '', name: '甲公司的电脑' })
await system.change`
  insert into device_log (company_id, device_id, action, actor_name, detail)
  values (${a.id}, ${deviceOfA.id}, 'registered', '甲公司的人', '甲公司的电脑')`
await system.change`
  insert into device_dispute (company_id, device_id, device_name, holder_id, holder_name, claimant_id, claimant_name,
    reported_name, reported_ip)
  values (${a.id}, ${deviceOfA.id}, '甲公司的电脑', ${a.employees[0]?.id}, '甲公司的人', ${a.employees[1]?.id}, '甲公司的人',
    '甲公司的电脑', '203.0.113.5')`
await creditService(system, { companyId: a.id, days: 90, kind: 'gift', note: '甲公司的时长' })
await system.change`
  insert into employee_log (company_id, employee_id, action, actor_name, detail)
  values (${a.id}, ${a.employees[0]?.id}, 'changed', '甲公司的人', '甲公司的员工')`
await system.change`
  insert into invitation (company_id, employee_id, token_hash, expires_at)
  values (${a.id}, ${a.employees[0]?.id}, 'hash', now() + interval '1 hour')`
await system.change`
  insert into employee_import (company_id, account_id, rows, bad, total)
  values (${a.id}, ${a.owner.account.id}, '[]', 0, 1)`
await system.change`
  insert into notice (account_id, kind, subject, title, text)
  values (${a.owner.account.id}, 'device_waiting', 'device:1', '甲公司的通知', '甲公司的电脑')`
const orderOfA = await make.order(a, { state: 'pending', subject: '甲公司的订单' })
await system.change`
  insert into payment (company_id, order_id, gateway, out_trade_no, amount, payer_name, rejected_reason, expires_at)
  values (${a.id}, ${orderOfA.id}, 'transfer', '12345674', 5800, '甲公司', '甲公司的凭证', now() + interval '3 days')`
await system.change`
  insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind)
  select company_id, order_id, id, 'R1', amount, '甲公司的退款', 'requested' from payment where company_id = ${a.id}`
const lineOfA = await make.line(a, { name: '甲公司的专线', bound: true })
await make.lineGroup(a.id, { name: '甲公司的组', lines: [lineOfA.id], employees: [a.employees[0]?.id ?? ''] })
await recordActivity(
  system,
  a.id,
  [{ action: 'employee.changed', id: a.employees[0]?.id ?? null, name: '甲公司的人' }],
  {
    undo: { kind: 'employee.disabled', payload: { employee_id: a.employees[0]?.id } },
  },
)
await make.coupon(a.id, { name: '甲公司的券', way: 'gift' })
const invoiceOfA = await make.invoice(a, { title: '甲公司的抬头' })
const ordinary = await make.account()
const disabled = await make.account({ state: 'disabled' })
const sids = {
  'ordinary user': await make.session(ordinary),
  'employee of A': await make.session(a.employees[0]?.account ?? ordinary),
  'manager of A': await make.session(a.managers[0]?.account ?? ordinary),
  'manager of B': await make.session(b.owner.account),
  'frozen company': await make.session(frozen.owner.account),
  'disabled account': await make.session(disabled),
}

/** A department of A without any of the above. */
const own = await make.department(a.id, { name: '乙部门' })

/** One employee of A per duty, and another per duty that can be limited to departments. */
const onDuty: { duty: Duty; limited: boolean; sid: string }[] = []
const ownIds = [own.id]
const ownerOfA = await make.session(a.owner.account)
for (const duty of keysOf(dutyCalls)) {
  for (const limited of [false, true]) {
    if (dutyScopes[duty] !== 'either' && limited !== (dutyScopes[duty] === 'departments')) continue
    const name = limited ? `乙部门的${duty}` : `甲公司的${duty}`
    const person = await make.employee(a.id, { name, ...(limited && { departmentId: own.id }) })
    const input = { employee_id: person.id, duty, dept_ids: limited ? [own.id] : null }
    if ((await portal.call('setDuty', input, { sid: ownerOfA })).code !== 200) throw new Error(`${name} has no duty`)
    if (limited) ownIds.push(person.id)
    onDuty.push({ duty, limited, sid: await make.session(person.account) })
  }
}

/** Tokens with every scope: a token must be refused whatever a session is refused. */
const tokens = {
  'manager of A': await make.apiToken(a),
  'manager of B': await make.apiToken(b),
  'employee of A': await make.apiToken(a, { maker: a.employees[0] ?? a.owner }),
  'frozen company': await make.apiToken(frozen),
}
await system.change`
  insert into webhook (company_id, url, secret_sealed) values (${a.id}, 'https://example.com/甲公司', 'sealed')`
await system.change`
  insert into company_robot (company_id, provider, name, secrets_sealed, address_end, kinds)
  values (${a.id}, 'wecom', '甲公司的群', 'sealed', 'test', '{orders}')`
await system.change`
  insert into robot_message (company_id, robot_id, title, text, link, state)
  select company_id, id, '甲公司的消息', '', '', 'delivered' from company_robot where company_id = ${a.id}`
await system.change`update api_token set made_by = '甲公司的人', name = '甲公司的令牌' where company_id = ${a.id}`

const calls = Object.entries(contract as Record<string, Call>) as [CallName, Call][]

const { codeFor, accessOf } = admissionOf(portal)
const tokenRefusals = new Set<unknown>([-41051, -41052, -41053, -41054, -42006])
const refusals = new Set<unknown>(['no sid', -41004, -41016, -41017, -42006])

/** uploads.test.ts has its own matrix for multipart calls. */
const jsonCalls = calls.filter(([name, call]) => !call.multipart && name !== 'signOut' && name !== 'refreshSession')

describe.each(jsonCalls)('%s', (name, call) => {
  const of: NamedCall = [name, call]

  test('admits nobody without a session unless it is public', async () => {
    expect(refusals.has(await codeFor(of, {})), 'admitted without a sid').toBe(call.access !== 'public')
    if (call.access === 'public') return
    expect(await codeFor(of, {})).toBe('no sid')
    expect(await accessOf(of, { sid: 'made-up' })).toBe(-41004)
    expect(await accessOf(of, { sid: sids['disabled account'] })).toBe(-41016)
  })

  test('admits sessions as its declared access says', async () => {
    for (const [who, sid] of Object.entries(sids)) {
      if (who === 'disabled account' || call.access === 'public') continue
      const inEarnest = who === 'employee of A' || who === 'manager of A'
      const code = await (inEarnest ? codeFor : accessOf)(of, { sid })
      if (typeof code === 'number') expect(answeredCodes(name, call, false)).toContain(code)
      if (call.access === 'account') expect(refusals.has(code), who).toBe(false)
      else if (who === 'frozen company') expect(code, who).toBe(-42006)
      else if (who.startsWith('manager')) expect(refusals.has(code), who).toBe(false)
      else expect(code, who).toBe(-41017)
    }
  })

  test('admits duties as their scope says', async () => {
    if (call.access === 'public') return
    for (const { duty, limited, sid } of onDuty) {
      const code = await accessOf(of, { sid })
      if (typeof code === 'number') expect(answeredCodes(name, call, false)).toContain(code)
      const who = limited ? `limited ${duty}` : duty
      if (call.access === 'account') expect(refusals.has(code), who).toBe(false)
      else if (isOpenTo(duty, name, limited)) expect(refusals.has(code) || code === -41024, who).toBe(false)
      else expect(code, who).toBe(-41024)
    }
  })

  test('admits tokens as their scopes say', async () => {
    expect(await accessOf(of, { token: tokens['employee of A'].secret })).toBe(-41051)
    expect(await accessOf(of, { token: tokens['frozen company'].secret })).toBe(-42006)
    if (scopeOf(call)) expect([...answeredCodes(name, call, true)]).toEqual(expect.arrayContaining([...tokenRefusals]))
    for (const who of ['manager of A', 'manager of B'] as const) {
      const code = await (who === 'manager of A' ? codeFor : accessOf)(of, { token: tokens[who].secret })
      if (scopeOf(call) || name === 'planAccess' || isForEveryToken(name))
        expect(tokenRefusals.has(code), who).toBe(false)
      else expect(code, who).toBe(-41052)
    }
  })
})

// Platform-owned rows that some of a company's rows refer to.
await make.operator('support')
await make.storedFile({ fileName: '甲公司的附件.png' })
/** Refills the tables, because admitted calls of earlier tests may have ended or removed something. */
async function fill(): Promise<void> {
  await fillEveryTable(system, a.id, ownIds)
  // Otherwise the number of the company's last change would rise shortly afterwards.
  await allAnnounced(system)
}

const belongings = () => belongingsOf(system, a.id, [a.owner, ...a.managers, ...a.employees])

const ofPeopleOfA = await system.rows(z.object({ id: z.string() }))`
  (select id from notice where account_id = ${a.owner.account.id} limit 1)
  union all (select id from session where account_id = ${a.owner.account.id} limit 1)`

/** Ids that lists can be filtered by. */
const filtering = [someDepartment.id, deviceOfA.id, orderOfA.id, lineOfA.id, ...a.employees.map(({ id }) => id)]

/** Returns an id of each kind of record that A has, and those that the setup named. */
const idsOfA = async () => [
  ...new Set([
    ...(await oneIdOfEach(system, a.id, ownIds)),
    ...filtering,
    ...[a.id, invoiceOfA.id],
    ...a.managers.map(({ id }) => id),
    ...ofPeopleOfA.map(({ id }) => id),
  ]),
]

await countNothing(system)

test("B's manager, holding A's ids, reads and changes nothing of A", async () => {
  await fill()
  const ids = await idsOfA()
  await make.session(a.owner.account)
  const before = await belongings()
  expect(before).toContain('甲公司')
  // A's own export contains the text, which shows that exported files are read.
  const own = await portal.post(contract.exportCompanyUsers.path, { sid: sids['manager of A'] })
  expect(await readOf(portal, contract.exportCompanyUsers, own.body)).toContain('甲公司')
  const { codes, count } = tally()
  for (const [name, call] of jsonCalls) {
    if (call.access === 'public') continue
    await Promise.all(
      inputsOf(call, ids, filtering).map(async input => {
        const sid =
          name === 'deleteAccount' || name === 'changePassword'
            ? await make.session(b.owner.account)
            : sids['manager of B']
        const answers = [await portal.post(call.path, { ...keyed(input), sid })]
        if (scopeOf(call)) {
          const byToken = await portal.post(call.path, keyed(input), { token: tokens['manager of B'].secret })
          expect(byToken.headers.ratelimit, name).not.toContain(';r=0;')
          answers.push(byToken)
        }
        for (const { body } of answers) {
          count(name, body)
          const read = await readOf(portal, call, body)
          expect(read, name).not.toContain('甲公司')
          for (const { account } of [a.owner, ...a.managers, ...a.employees])
            expect(read, name).not.toContain(account.phone)
        }
      }),
    )
  }
  expectLookedAt(codes, refusals)
  expectDocumented(codes)
  const answered = [...codes.values()].filter(of => of.has(200))
  expect(answered.length).toBeGreaterThan(70)
  expect((await belongings()).split('\n')).toEqual(before.split('\n'))
  // Every call is sent with every id, so the test grows with the contract.
}, 240_000)

// Guard: `requireWithin` in perform, and `departmentsOf` in the handlers of the calls that narrow their answers.
test('a caller limited to one department who knows the ids of others reads and changes nothing of them', async () => {
  await fill()
  const ids = await idsOfA()
  const token = await make.apiToken(a, { departments: [own.id] })
  await system.change`
    update api_token set made_by = '甲公司的人', name = '乙部门的令牌' where company_id = ${a.id} and id = ${token.id}`
  const before = await belongings()
  const admitted: Record<string, number> = { token: 0, [limitedDuty]: 0, devices: 0, reader: 0 }
  const { codes, count } = tally()
  const holders = onDuty.filter(({ limited }) => limited)
  expect(holders.map(({ duty }) => duty).toSorted()).toEqual(['department', 'devices', 'reader'])
  const [, inside = ''] = ownIds
  for (const [name, call] of jsonCalls) {
    if (call.access !== 'manager') continue
    // A call closed to a duty is refused before its input is read, as the test of duties shows.
    const senders = holders.filter(({ duty }) => duty === limitedDuty || isOpenTo(duty, name, true))
    // A query about a person inside the department must reveal nothing about records named beside it.
    const planned: object[] =
      name === 'planAccess' ? plansOf([deviceOfA.id, a.employees[0]?.id ?? '', someDepartment.id]) : []
    const beside = call.effect === 'read' ? ids.map(id => sampleInput(call, [inside, id])) : []
    await Promise.all(
      [...inputsOf(call, ids, filtering), ...beside, ...planned].map(async (input, place) => {
        const answers: [string, string][] = []
        // A call closed to a duty is closed for every id, so one request suffices.
        for (const { duty, sid } of place ? senders.filter(({ duty }) => isOpenTo(duty, name, true)) : senders)
          answers.push([duty, (await portal.post(call.path, { ...input, sid })).body])
        if (scopeOf(call)) answers.push(['token', (await portal.post(call.path, input, { token: token.secret })).body])
        for (const [who, body] of answers) {
          const code = count(name, body)
          if (code === 200) admitted[who] = (admitted[who] ?? 0) + 1
          // A plan would name the people and devices that it affects, whoever they are.
          if (planned.includes(input)) expect(code, `${who} plans ${JSON.stringify(input)}`).not.toBe(200)
          const read = await readOf(portal, call, body)
          expect(read, name).not.toContain('甲公司的')
          for (const { account } of [...a.managers, ...a.employees]) expect(read, name).not.toContain(account.phone)
        }
      }),
    )
  }
  for (const [name, of] of codes) expect(of.has(-41002), `${name} met a limit`).toBe(false)
  expectDocumented(codes)
  // The lists, figures and views still answer with the sender's own data.
  for (const [who, answered] of Object.entries(admitted)) expect(answered, who).toBeGreaterThan(4)
  // List views belong to the senders themselves.
  const ofOthers = (all: string) => all.split('\n').filter(row => !row.startsWith('list_view '))
  expect(ofOthers(await belongings())).toEqual(ofOthers(before))
}, 240_000)

test("a company's database handle sees and changes its own rows only, whatever a query asks for", async () => {
  await fill()
  const asB = portal.services.companyDatabase(b.id)
  for (const table of ['company', ...(await companyTables(system))]) {
    const own = table === 'company' ? 'id' : 'company_id'
    /** A company's role may not even access some tables; then it sees nothing. */
    const denied = (error: { code?: string }) => expect(error.code, table).toBe('42501')
    const rows = await asB.rows(z.object({ owner: z.string() }))`select ${raw(own)} as owner from ${raw(table)}`.catch(
      error => {
        denied(error)
        return []
      },
    )
    // B has its own rows by now, created by its permitted calls above.
    for (const { owner } of rows) expect(owner, table).toBe(b.id)
    if (table === 'company' || table === 'employee') expect(rows.length, table).toBeGreaterThan(0)
    const changed =
      await asB.change`update ${raw(table)} set ${raw(own)} = ${raw(own)} where ${raw(own)} = ${a.id}`.catch(error => {
        denied(error)
        return 0
      })
    expect(changed, table).toBe(0)
  }
})
