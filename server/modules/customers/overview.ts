import type { OutputOf } from '#contract/index.ts'
import { type LineState, lineExpiringDays, lineGraceDays, lineStates, listedLines } from '#contract/line-names.ts'
import { paths } from '#contract/paths.ts'
import { listedRows } from '#contract/people.ts'
import { grouped, groupedUpTo } from '#contract/prices.ts'
import { recordOf } from '#contract/typed-keys.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { lowBalance, soonDays } from '#server/modules/companies/low-balance.ts'
import type { Released } from '#server/modules/devices/versions.ts'
import { countStates } from '#server/modules/lines/lines.sql.ts'
import { countPayable } from '#server/modules/orders/list.sql.ts'
import { serviceBalance } from '#server/modules/people/hours/hours.ts'
import { countOwn } from '#server/modules/proposals/proposals.sql.ts'
import { countRequests } from '#server/modules/requests/list.sql.ts'
import { countOwnTickets } from '#server/modules/tickets/tickets.sql.ts'
import {
  deviceFigures,
  isAnyLineShared,
  lineExpiries,
  type PeopleFigures,
  peopleFigures,
  serviceExpiries,
} from './overview.sql.ts'
import { devicesWithin, expiriesWithin, peopleWithin } from './overview-within.sql.ts'

type Overview = OutputOf<'getCompanyData'>
type Todo = Overview['todo'][number]
type Expiry = Overview['expiries'][number]

/** The most unpaid orders that are counted. */
const countedOrders = 1_000

const noLines = recordOf(lineStates, () => 0)

const noPeople: PeopleFigures = {
  total: 0,
  active: 0,
  invited: 0,
  disabled: 0,
  in_service: 0,
  ends_soon: 0,
  ended: 0,
  without_service: 0,
  without_department: 0,
}

/** Returns the data of the console's first page, as visible to `company`. */
export async function overviewOf(company: Database, companyId: string, released: Released): Promise<Overview> {
  const [
    people = noPeople,
    devices,
    services,
    lineEnds,
    lines,
    balance,
    payable,
    proposals,
    requests,
    tickets,
    shared,
  ] = await together(company, database => [
    peopleFigures(database, companyId),
    deviceFigures(database, companyId, released, listedRows),
    serviceExpiries(database, companyId),
    lineExpiries(database, companyId),
    countStates(database, companyId, listedLines),
    serviceBalance(database, companyId),
    countPayable(database, companyId, countedOrders),
    countOwn(database, companyId, { state: 'sent' }),
    countRequests(database, companyId, { state: 'open' }),
    countOwnTickets(database, companyId, { state: 'answered' }),
    isAnyLineShared(database, companyId),
  ])
  const { total, active, invited, disabled, in_service } = people
  const counted = devices ?? { total: 0, pending: 0, online: 0, outdated: 0 }
  return {
    balance,
    employees: { total, active, invited, disabled, in_service },
    devices: counted,
    expiries: expiriesOf(services, lineEnds),
    lines,
    todo: todoOf(people, {
      ...{ pending: counted.pending, balance, payable, proposals, requests, tickets, lines },
      ...nextSteps(lines, shared, counted.total),
    }),
  }
}

/** A manager limited to departments may read none of these lists. */
const outOfReach = {
  ...{ payable: 0, proposals: 0, requests: 0, tickets: 0 },
  ...{ withoutLine: 0, unshared: 0, withoutDevice: 0 },
}

/** Returns the same for a manager limited to departments: their people and devices, and neither lines nor orders. */
export async function overviewWithin(
  company: Database,
  companyId: string,
  released: Released,
  departmentIds: string[],
): Promise<Overview> {
  const [people = noPeople, devices, services, balance] = await together(company, database => [
    peopleWithin(database, companyId, departmentIds),
    devicesWithin(database, companyId, released, departmentIds),
    expiriesWithin(database, companyId, departmentIds),
    serviceBalance(database, companyId),
  ])
  const { total, active, invited, disabled, in_service } = people
  const counted = devices ?? { total: 0, pending: 0, online: 0, outdated: 0 }
  return {
    balance,
    employees: { total, active, invited, disabled, in_service },
    devices: counted,
    expiries: expiriesOf(services, []),
    lines: noLines,
    todo: todoOf(people, { pending: counted.pending, balance, ...outOfReach, lines: noLines }),
  }
}

/** What a company still lacks before anybody can use a line; each step follows from the one before. */
function nextSteps(lines: Record<LineState, number>, shared: boolean, devices: number) {
  const usable = lines.active + lines.expiring
  const bought = usable + lines.unbound + lines.expired + lines.suspended
  return {
    withoutLine: bought ? 0 : 1,
    unshared: shared ? 0 : usable,
    withoutDevice: usable && shared && !devices ? 1 : 0,
  }
}

function expiriesOf(services: Omit<Expiry, 'lines'>[], lines: Omit<Expiry, 'employees'>[]): Expiry[] {
  const byDay = new Map<string, Expiry>()
  for (const { day, employees } of services) byDay.set(day, { day, employees, lines: 0 })
  for (const each of lines)
    byDay.set(each.day, { day: each.day, employees: byDay.get(each.day)?.employees ?? 0, lines: each.lines })
  return [...byDay.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

/** The most urgent come first, and entries with a count of zero are left out. */
function todoOf(
  people: PeopleFigures,
  {
    pending,
    balance,
    payable,
    proposals,
    requests,
    tickets,
    lines,
    withoutLine,
    unshared,
    withoutDevice,
  }: Record<'pending' | 'balance' | keyof typeof outOfReach, number> & { lines: Record<LineState, number> },
): Todo[] {
  const low = lowBalance(balance, people.ends_soon)
  const todo: Todo[] = [
    {
      kind: 'order_pending',
      count: payable,
      text: `${groupedUpTo(payable, countedOrders)} 个订单等待支付`,
      link: `${paths.orderRecord}?state=pending`,
    },
    {
      kind: 'proposal_open',
      count: proposals,
      text: `${grouped(proposals)} 份报价待确认`,
      link: `${paths.orderRecord}?tab=proposals&state=sent`,
    },
    {
      kind: 'line_expired',
      count: lines.expired,
      text: `${groupedUpTo(lines.expired, listedLines)} 条专线已到期，到期 ${lineGraceDays} 天后收回地址`,
      link: `${paths.manageLine}?state=expired`,
    },
    {
      kind: 'line_unbound',
      count: lines.unbound,
      text: `${groupedUpTo(lines.unbound, listedLines)} 条专线待绑定地址`,
      link: `${paths.manageLine}?state=unbound`,
    },
    {
      kind: 'device_waiting',
      count: pending,
      text: `${grouped(pending)} 台设备等待审核`,
      link: `${paths.deviceManage}?audit_state=pending`,
    },
    {
      kind: 'request_open',
      count: requests,
      text: `${grouped(requests)} 项员工申请待处理，逾期失效`,
      link: paths.requests,
    },
    {
      kind: 'ticket_answered',
      count: tickets,
      text: `${grouped(tickets)} 个工单已答复，等您查看`,
      link: `${paths.tickets}?state=answered`,
    },
    {
      kind: 'service_ended',
      count: people.ended,
      text: `${grouped(people.ended)} 名员工的服务已到期`,
      link: `${paths.employees}?service=ended&state=active`,
    },
    {
      kind: 'service_none',
      count: people.without_service,
      text: balance
        ? `${grouped(people.without_service)} 名员工还没有分配时长`
        : `${grouped(people.without_service)} 名员工还没有时长，企业也没有剩余：先购买员工时长`,
      link: balance ? `${paths.employees}?service=none&state=active` : paths.buyHours,
    },
    {
      kind: 'line_none',
      count: withoutLine,
      text: '企业现在没有专线：选择地区与接入方式购买',
      link: paths.buyLines,
    },
    {
      kind: 'line_unshared',
      count: unshared,
      text: `${groupedUpTo(unshared, listedLines)} 条专线还没有授权给任何人：建立专线组`,
      link: paths.authority,
    },
    {
      kind: 'device_none',
      count: withoutDevice,
      text: '还没有设备：请员工下载客户端，用手机号登录',
      link: paths.deviceManage,
    },
    {
      kind: 'balance_low',
      count: low?.missing ?? 0,
      text: low?.text ?? '',
      link: paths.buyHours,
    },
    {
      kind: 'line_expiring',
      count: lines.expiring,
      text: `${groupedUpTo(lines.expiring, listedLines)} 条专线将在 ${lineExpiringDays} 天内到期`,
      link: `${paths.manageLine}?state=expiring`,
    },
    {
      kind: 'service_ending',
      count: people.ends_soon,
      text: `${grouped(people.ends_soon)} 名员工的服务将在 ${soonDays} 天内到期`,
      link: `${paths.employees}?service=ends_soon&state=active`,
    },
    {
      kind: 'invitation_open',
      count: people.invited,
      text: `${grouped(people.invited)} 名员工尚未接受邀请`,
      link: `${paths.employees}?state=invited`,
    },
    {
      kind: 'no_department',
      count: people.without_department,
      text: `${grouped(people.without_department)} 名员工没有部门`,
      link: `${paths.employees}?without_dept=1`,
    },
  ]
  return todo.filter(({ count }) => count > 0)
}
