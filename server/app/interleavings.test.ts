import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallName, contract, type InputOf } from '#contract/index.ts'
import { type OperationInput, type OperationName, operations } from '#contract/operations/index.ts'
import { shopping } from '#server/modules/orders/shop.fixture.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import { explore, type Pair } from '#server/testing/interleaving/explore.ts'
import { holdStatements } from '#server/testing/interleaving/scheduler.ts'
import type { TestOperator } from '#server/testing/make-operators.ts'
import { testPortal } from '#server/testing/portal.ts'
import { testReplica } from '#server/testing/replica.ts'

/*
 * Two changes of one company at once end like one after the other, whatever the order of their statements. Each goes to a
 * replica of its own. INTERLEAVINGS=all plays every schedule with at most two switches and 200 at random, as
 * `npm run faults -- interleavings` does; otherwise a sample. INTERLEAVINGS_SEED repeats what failed.
 */
const all = process.env.INTERLEAVINGS === 'all'
const seed = Number(process.env.INTERLEAVINGS_SEED ?? Math.floor(Math.random() * 1_000_000))

const portal = await testPortal()
const { make, system } = portal
const other = await testReplica(portal.config, portal)
await other.app.ready()
afterAll(() => other.stop())

let release = () => {}
beforeAll(() => {
  release = holdStatements()
})
afterAll(() => release())

interface Change {
  path: string
  body: object
  /** An operator's token; without one the change is the company's. */
  token?: string
}
const change = <Name extends CallName>(name: Name, body: InputOf<Name>): Change => ({ path: contract[name].path, body })
const operation = <Name extends OperationName>(
  name: Name,
  body: OperationInput<Name>,
  { token }: TestOperator,
): Change => ({
  path: `/operations${operations[name].path}`,
  body,
  token,
})

/** Two changes of a company: the owner's and a manager's, unless they are operators'. */
async function pair(
  prepare: (made: { company: Awaited<ReturnType<typeof make.company>>; sid: string }) => Promise<[Change, Change]>,
  aside: RegExp | undefined,
): Promise<Pair> {
  const company = await make.company({ managers: 1, employees: 2 })
  const sids = [await make.session(company.owner.account), await make.session(company.managers[0]?.account ?? never())]
  const changes = await prepare({ company, sid: sids[0] ?? '' })
  const request = (index: 0 | 1) => async () => {
    const { path, body, token } = changes[index]
    const response = await [portal.app, other.app][index]?.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: {
        authorization: `${token ? 'operations' : 'portal'}-web 1201`,
        'idempotency-key': randomUUID(),
        ...(token && { cookie: `operator=${token}` }),
      },
      payload: { ...body, ...(!token && { sid: sids[index] }) },
    })
    return response?.json<{ code: number }>().code ?? 0
  }
  return { companyId: company.id, requests: [request(0), request(1)], aside }
}
const never = () => expect.unreachable()

const { setPolicy, kept } = approvalsOn(portal)
const support = await make.operator('support')
const finance = await make.operator('finance')
const owner = await make.operator('owner')
const hours = await make.sku({ product: 'hours', price: 5800 })
const purchase = (sku: { id: string; packageId: string }, more: Partial<InputOf<'createOrder'>> = {}) =>
  change('createOrder', {
    kind: 'purchase',
    items: [{ sku_id: sku.id, package_type_id: sku.packageId, quantity: 1 }],
    request_key: randomUUID(),
    ...more,
  })

const pairs: Record<string, Parameters<typeof pair>[0]> = {
  'the last line in stock, ordered twice': async () => {
    const sku = await make.sku({ stock: 1 })
    return [purchase(sku), purchase(sku)]
  },
  'one coupon in two orders': async ({ company }) => {
    const coupon = await make.coupon(company.id)
    return [purchase(hours, { coupon_id: coupon.id }), purchase(hours, { coupon_id: coupon.id })]
  },
  'an order cancelled and paid for': async ({ company, sid }) => {
    const order_id = await shopping(portal, company, sid).order(hours)
    return [
      change('orderOpera', { order_id, opera: 'cancel' }),
      change('orderOpera', { order_id, opera: 'pay', gateway: 'sandbox' }),
    ]
  },
  'a refund asked for twice': async ({ company, sid }) => {
    const order_id = await shopping(portal, company, sid).bought(hours)
    const refund = () => change('orderOpera', { order_id, opera: 'refund', reason: '买错了' })
    return [refund(), refund()]
  },
  'a refund and an assignment of the same days': async ({ company, sid }) => {
    const order_id = await shopping(portal, company, sid).bought(hours)
    return [
      change('orderOpera', { order_id, opera: 'refund', reason: '买错了' }),
      change('setCompanyUserService', { employee_ids: [company.owner.id], days: 20 }),
    ]
  },
  'the same days assigned to two people': async ({ company, sid }) => {
    await shopping(portal, company, sid).bought(hours)
    const [one = never(), two = never()] = company.employees
    return [
      change('setCompanyUserService', { employee_ids: [one.id], days: 20 }),
      change('setCompanyUserService', { employee_ids: [two.id], days: 20 }),
    ]
  },
  'days assigned to and taken back from one person': async ({ company, sid }) => {
    await shopping(portal, company, sid).bought(hours, 2)
    const [one = never()] = company.employees
    await portal.call('setCompanyUserService', { employee_ids: [one.id], days: 10 }, { sid })
    return [
      change('setCompanyUserService', { employee_ids: [one.id], days: 20 }),
      change('reclaimService', { employee_ids: [one.id] }),
    ]
  },
  'somebody removed while days are assigned to them': async ({ company, sid }) => {
    await shopping(portal, company, sid).bought(hours)
    const [one = never()] = company.employees
    return [
      change('setCompanyUserService', { employee_ids: [one.id], days: 20 }),
      change('delCompanyUser', { employee_ids: [one.id] }),
    ]
  },
  'a department deleted while somebody moves into it': async ({ company }) => {
    const department = await make.department(company.id, { name: '销售部' })
    const [one = never()] = company.employees
    return [
      change('delDepartment', { dept_id: department.id }),
      change('batchSetDepartment', { employee_ids: [one.id], dept_id: department.id }),
    ]
  },
  'a group deleted while it gets members': async ({ company }) => {
    const group = await make.lineGroup(company.id, { lines: [(await make.line(company)).id] })
    const [one = never()] = company.employees
    return [
      change('deleteVplGroup', { group_id: group.id }),
      change('setVplGroupMembers', { group_id: group.id, dept_ids: [], employee_ids: [one.id] }),
    ]
  },
  'a group given lines and members': async ({ company }) => {
    const line = await make.line(company)
    const group = await make.lineGroup(company.id)
    const [one = never()] = company.employees
    return [
      change('setVplGroupLines', { group_id: group.id, svp_ids: [line.id] }),
      change('setVplGroupMembers', { group_id: group.id, dept_ids: [], employee_ids: [one.id] }),
    ]
  },
  'one address bound to two lines': async ({ company, sid }) => {
    const sku = await make.sku({ stock: 3 })
    const lines = [await make.line(company, { sku }), await make.line(company, { sku })]
    const free = await portal.call('getVplIpList', { svp_id: lines[0]?.id ?? '' }, { sid })
    const ip_id = free.data.list[0]?.ip_id ?? never()
    return [
      change('bindCompanyVpl', { svp_id: lines[0]?.id ?? '', ip_id }),
      change('bindCompanyVpl', { svp_id: lines[1]?.id ?? '', ip_id }),
    ]
  },
  'what waits for a second operator, confirmed and rejected': async ({ company }) => {
    await setPolicy('coupon', 5000)
    const type = await make.couponType({ way: 'gift', amount: 6000 })
    const gift = { company_id: company.id, coupon_type_id: type.id, request_key: randomUUID() }
    const approval_id = await kept('giftCompanyCoupon', gift, support)
    return [
      operation('decideApproval', { approval_id, decision: 'confirm' }, finance),
      operation('decideApproval', { approval_id, decision: 'reject', reason: '不同意' }, owner),
    ]
  },
  'an invoice for one order asked for twice': async ({ company, sid }) => {
    const order = await make.order(company)
    const title = await portal.call(
      'setInvoiceTitle',
      { kind: 'normal', title: company.name, tax_number: company.creditCode, email: 'invoice@example.com' },
      { sid },
    )
    const invoice = () => change('requestInvoice', { order_ids: [order.id], title_id: title.data.title_id })
    return [invoice(), invoice()]
  },
}

/** An attempt to pay that finds the order ended is closed, and stays on record. */
const asides: Partial<Record<string, RegExp>> = {
  'an order cancelled and paid for': /^activity .*"order\.payment_started"|^payment .*"state":"closed"/,
}

describe.each(Object.entries(pairs))('%s', (name, prepare) => {
  test(
    `ends like one after the other (seed ${seed})`,
    async () => {
      const explored = await explore(() => pair(prepare, asides[name]), {
        system,
        ...(!all && { sample: 6 }),
        random: all ? 200 : 3,
        seed,
      })
      expect(explored.divergences).toEqual([])
      // Fewer statements than these are no change.
      expect(Math.min(...explored.statements)).toBeGreaterThan(3)
      if (all) console.log(`${explored.schedules} schedules of ${explored.statements.join(' and ')} statements`)
    },
    all ? 3_600_000 : 120_000,
  )
})
