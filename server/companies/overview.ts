import type { OutputOf } from '#contract/index.ts'
import { listedRows } from '#contract/people.ts'
import type { Database } from '../database/database.ts'
import type { Released } from '../devices/versions.ts'
import { serviceBalance } from '../hours/hours.ts'
import { lowBalance, soonDays } from './low-balance.ts'
import { deviceFigures, type PeopleFigures, peopleFigures, serviceExpiries } from './overview.sql.ts'

type Overview = OutputOf<'getCompanyData'>
type Todo = Overview['todo'][number]

const noPeople: PeopleFigures = {
  total: 0,
  active: 0,
  invited: 0,
  disabled: 0,
  in_service: 0,
  ends_soon: 0,
  ended: 0,
  without_department: 0,
}

/** What the console's first page shows, as `company` sees it. */
export async function overviewOf(company: Database, companyId: string, released: Released): Promise<Overview> {
  const [people = noPeople, devices, expiries, balance] = await Promise.all([
    peopleFigures(company, companyId),
    deviceFigures(company, companyId, released, listedRows),
    serviceExpiries(company, companyId),
    serviceBalance(company, companyId),
  ])
  const { total, active, invited, disabled, in_service } = people
  const counted = devices ?? { total: 0, pending: 0, online: 0, outdated: 0 }
  return {
    balance,
    employees: { total, active, invited, disabled, in_service },
    devices: counted,
    expiries,
    todo: todoOf(people, counted.pending, balance),
  }
}

/** The most pressing first; what there is nothing of is left out. */
function todoOf(people: PeopleFigures, pending: number, balance: number): Todo[] {
  const low = lowBalance(balance, people.ends_soon)
  const todo: Todo[] = [
    {
      kind: 'device_waiting',
      count: pending,
      text: `${pending} 台设备等待审核`,
      link: '/control/deviceManage?audit_state=pending',
    },
    {
      kind: 'service_ended',
      count: people.ended,
      text: `${people.ended} 名员工的服务已到期`,
      link: '/control/employeetime?service=ended&state=active',
    },
    {
      kind: 'balance_low',
      count: low?.missing ?? 0,
      text: low?.text ?? '',
      link: '/control/employeetime',
    },
    {
      kind: 'service_ending',
      count: people.ends_soon,
      text: `${people.ends_soon} 名员工的服务将在 ${soonDays} 天内到期`,
      link: '/control/employeetime?service=ends_soon&state=active',
    },
    {
      kind: 'invitation_open',
      count: people.invited,
      text: `${people.invited} 名员工尚未接受邀请`,
      link: '/control/employeetime?state=invited',
    },
    {
      kind: 'no_department',
      count: people.without_department,
      text: `${people.without_department} 名员工没有部门`,
      link: '/control/employeetime?without_dept=1',
    },
  ]
  return todo.filter(({ count }) => count > 0)
}
