import { expect, test } from 'vitest'
import type { OperationName } from '#contract/operations/index.ts'
import { untilDayHolds } from '#server/testing/one-day.ts'
import { testPortal } from '#server/testing/portal.ts'
// biome-ignore lint/style/noRestrictedImports: the test asks the server what the page's own links show
import { lists } from '#web/operations/dashboard/lists.ts'
// biome-ignore lint/style/noRestrictedImports: the test asks the server what the page's own links show
import { operationsPaths } from '#web/operations/paths.ts'

const { make, operate, system } = await testPortal()
const { token } = await make.operator('owner')

/** The calls that the pages make with the filters in their address. */
const callOf: Record<string, OperationName> = {
  [operationsPaths.accounts]: 'getAccountList',
  [operationsPaths.companies]: 'getCompanyList',
  [operationsPaths.onlineDevices]: 'getOnlineDevices',
  [operationsPaths.figureRows]: 'getFigureRows',
  [operationsPaths.orders]: 'getSalesOrderList',
  [operationsPaths.lines]: 'getOperatedLines',
  [operationsPaths.addresses]: 'getAddressList',
}

/** Returns what a figure's link shows: the number of rows, and their sum where they are amounts. */
async function shownAt(address: string): Promise<{ total: number; sum?: number }> {
  const { pathname, searchParams } = new URL(address, 'https://portal.test')
  const name = callOf[pathname]
  if (!name) throw new Error(`no list is at ${pathname}`)
  const { code, data } = await operate(name, { ...Object.fromEntries(searchParams), page: 1, page_size: 20 }, { token })
  expect(code).toBe(200)
  // Every list returns its total.
  return data as { total: number; sum?: number }
}

const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day)

/** Creates companies that have, for each figure, rows that must not be counted as well. */
async function makeCompany(): Promise<void> {
  const company = await make.company({ employees: 1 })
  const [sku, other] = [await make.sku(), await make.sku()]
  // An order that was paid today but placed days ago, with a coupon; hidden, and refunded later.
  const paid = await make.order(company, { amount: 9_000, couponDiscount: 500, createdAt: ago(10) })
  await system.change`update shop_order set paid_at = now() where id = ${paid.id}`
  await make.order(company, { amount: 700, state: 'refunded', createdAt: ago(3) })
  await make.order(company, { amount: 60, createdAt: ago(20) })
  await make.order(company, { amount: 5, createdAt: ago(40) })
  for (const state of ['pending', 'closed', 'cancelled'] as const) await make.order(company, { amount: 100_000, state })
  const topUp = await make.order(company, { amount: 50_000 })
  await system.change`update shop_order set product = 'balance' where id = ${topUp.id}`
  for (const endsAt of [ago(-30), ago(-2), ago(1)])
    await make.line(company, { sku, bound: true, endsAt, orderId: paid.id })
  const gone = await make.line(company, { sku: other, bound: true, orderId: paid.id })
  await system.change`update line set state = 'released', ip_address_id = null, released_at = now() where id = ${gone.id}`
  const [employee] = company.employees
  await make.device({ companyId: company.id, employeeId: employee?.id ?? '' })
  await make.device({ companyId: company.id, employeeId: employee?.id ?? '', lastSeenAt: ago(1) })
  await system.change`update account set registered_at = ${ago(5)} where id = ${company.owner.account.id}`
}

test('each figure of the first page links to exactly the rows that it counts', async () => {
  await untilDayHolds()
  await makeCompany()
  await makeCompany()
  const { data } = await operate('getDashboard', {}, { token })
  const figures: [name: string, figure: number, address: string][] = [
    ...([1, 7, 30] as const).flatMap((days, index) => {
      const span = (['today', 'week', 'month'] as const)[index] ?? 'today'
      return [
        [`registrations ${days}`, data.registrations[span], lists.accounts(days)],
        [`companies ${days}`, data.companies[span], lists.companies(days)],
      ] satisfies [string, number, string][]
    }),
    ['companies', data.companies.all, lists.companies()],
    ['online', data.online, lists.online()],
    ...data.orders.map(({ state, count }): [string, number, string] => [state, count, lists.ordersIn(state)]),
    ...data.lines.map(({ state, count }): [string, number, string] => [state, count, lists.linesIn(state)]),
    ...data.regions.flatMap(({ region_id, city, lines, free }): [string, number, string][] => [
      [`lines in ${city}`, lines, lists.linesOf(region_id)],
      [`free in ${city}`, free, lists.addressesOf(region_id)],
    ]),
  ]
  for (const [name, figure, address] of figures)
    expect({ name, shown: (await shownAt(address)).total }).toEqual({ name, shown: figure })
  expect(data.revenue).toEqual({ today: 17_000, week: 18_400, month: 18_520 })
  const sums = await Promise.all([1, 7, 30].map(async days => (await shownAt(lists.revenue(days))).sum))
  expect(sums).toEqual([17_000, 18_400, 18_520])
})
