import sql, { empty, type Sql } from 'sql-template-tag'
import { type DisputeState, disputeRestDays } from '#contract/operations/reviews-names.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'
import type { Page } from '../operations/waiting-first.ts'
import type { Platform } from './versions.ts'

interface Claim {
  companyId: string
  deviceId: string
  claimant: { id: string; name: string }
  /** What the claimant's client says of the device. */
  reported: { name: string; ip: string }
}

/**
 * Writes down that somebody's client reported a colleague's device: one open row for the two, touched once a minute. After
 * a rejection the same claim rests for a while.
 */
export const claimDevice = (company: Database, { companyId, deviceId, claimant, reported }: Claim) =>
  company.change(sql`
    insert into device_dispute (company_id, device_id, device_name, holder_id, holder_name, claimant_id, claimant_name,
      reported_name, reported_ip)
    select device.company_id, device.id, device.name, holder.id, holder.name, ${claimant.id}, ${claimant.name},
      ${reported.name}, ${reported.ip}
    from device join employee holder on holder.company_id = device.company_id and holder.id = device.employee_id
    where device.company_id = ${companyId} and device.id = ${deviceId} and holder.id <> ${claimant.id}
      and not exists (
        select from device_dispute earlier
        where earlier.company_id = ${companyId} and earlier.device_id = ${deviceId}
          and earlier.claimant_id = ${claimant.id} and earlier.state = 'rejected'
          and earlier.decided_at > now() - make_interval(days => ${disputeRestDays}::integer))
    on conflict (company_id, device_id, claimant_id) where state = 'open' do update
      set times = device_dispute.times + 1, last_at = now(), device_name = excluded.device_name,
        holder_id = excluded.holder_id, holder_name = excluded.holder_name, claimant_name = excluded.claimant_name,
        reported_name = excluded.reported_name, reported_ip = excluded.reported_ip
      where device_dispute.last_at <= now() - interval '1 minute'`)

export interface Dispute {
  id: string
  state: DisputeState
  company_id: string
  company_name: string
  device_id: string
  device_name: string
  holder_id: string
  holder_name: string
  claimant_id: string
  claimant_name: string
  reported_name: string
  reported_ip: string
  times: number
  first_at: Date
  last_at: Date
  reason: string | null
  decided_by: string | null
  decided_at: Date | null
}

const columns = sql`
  dispute.id, dispute.state, dispute.company_id, company.name as company_name, dispute.device_id, dispute.device_name,
  dispute.holder_id, dispute.holder_name, dispute.claimant_id, dispute.claimant_name, dispute.reported_name,
  dispute.reported_ip, dispute.times, dispute.first_at, dispute.last_at, dispute.reason,
  coalesce(operator.display_name, dispute.decided_by) as decided_by, dispute.decided_at`
const source = sql`
  device_dispute dispute join company on company.id = dispute.company_id
  left join operator on dispute.decided_by = 'operator:' || operator.id`

interface Filters {
  /** Of the decided ones. */
  state?: DisputeState | undefined
  keyword?: string | undefined
}

function matching({ state, keyword }: Filters, open: boolean): Sql {
  const pattern = keyword && containing(keyword)
  return sql`where ${open ? sql`dispute.state = 'open'` : sql`dispute.state <> 'open'`}
    ${state && !open ? sql`and dispute.state = ${state}` : empty}
    ${
      pattern
        ? sql`and (company.name ilike ${pattern} or dispute.device_name ilike ${pattern}
            or dispute.holder_name ilike ${pattern} or dispute.claimant_name ilike ${pattern})`
        : empty
    }`
}

export const countDisputes = async (system: Database, filters: Filters, open: boolean, most: number) =>
  (
    await system.row<{ total: number }>(sql`
      select count(*)::integer as total from (
        select from device_dispute dispute join company on company.id = dispute.company_id ${matching(filters, open)}
        limit ${most}) as found`)
  )?.total ?? 0

/** Those that wait, longest first; else what was decided last first. */
export const listDisputes = (system: Database, filters: Filters, open: boolean, { limit, offset }: Page) =>
  system.rows<Dispute>(sql`
    select ${columns} from ${source} ${matching(filters, open)}
    order by ${open ? sql`dispute.first_at, dispute.id` : sql`dispute.decided_at desc, dispute.id desc`}
    limit ${limit} offset ${offset}`)

export const findDispute = (system: Database, id: string) =>
  system.row<Dispute>(sql`select ${columns} from ${source} where dispute.id = ${id}`)

export const otherDisputes = (system: Database, { company_id, device_id, id }: Dispute) =>
  system.rows<Dispute>(sql`
    select ${columns} from ${source}
    where dispute.company_id = ${company_id} and dispute.device_id = ${device_id} and dispute.id <> ${id}
    order by dispute.id desc limit 20`)

export interface DisputedDevice {
  name: string
  employee_id: string
  platform: Platform
  os_version: string
  client_version: string
  audit_state: 'pending' | 'approved' | 'rejected'
  auth_state: 'authorized' | 'suspended'
  last_ip: string | null
  last_seen_at: Date | null
  created_at: Date
}

export const findDevice = (system: Database, { company_id, device_id }: Pick<Dispute, 'company_id' | 'device_id'>) =>
  system.row<DisputedDevice>(sql`
    select name, employee_id, platform, os_version, client_version, audit_state, auth_state, last_ip, last_seen_at, created_at
    from device where company_id = ${company_id} and id = ${device_id}`)

export interface Party {
  id: string
  account_id: string
  name: string
  phone: string
  job_number: string | null
  dept_path: string | null
  state: 'invited' | 'active' | 'disabled'
  service_ends_at: Date | null
  device_limit: number
  in_use: number
  pending: number
}

export const findParties = (system: Database, companyId: string, employeeIds: string[]) =>
  system.rows<Party>(sql`
    select employee.id, employee.account_id, employee.name, employee.phone, employee.job_number, employee.state,
      employee.service_ends_at, employee.device_limit, devices.in_use, devices.pending,
      (with recursive above (id, parent_id, name, depth) as (
        select id, parent_id, name, 0 from department
        where company_id = employee.company_id and id = employee.department_id
        union all
        select department.id, department.parent_id, department.name, depth + 1
        from above join department on department.company_id = employee.company_id and department.id = above.parent_id
      ) select string_agg(name, ' / ' order by depth desc) from above) as dept_path
    from employee cross join lateral (
      select count(*) filter (where audit_state = 'approved' and auth_state = 'authorized')::integer as in_use,
        count(*) filter (where audit_state = 'pending')::integer as pending
      from device where device.company_id = employee.company_id and device.employee_id = employee.id
    ) as devices
    where employee.company_id = ${companyId} and employee.id = any(${employeeIds}::uuid[])`)

/** Whoever else counts or changes these people's devices waits until the transaction ends. */
export const lockParties = (transaction: Database, companyId: string, employeeIds: string[]) =>
  transaction.rows(sql`
    select id from employee where company_id = ${companyId} and id = any(${employeeIds}::uuid[])
    order by id for no key update`)

/** Undefined when it was decided, or has lapsed. */
export const decideOpen = async (
  transaction: Database,
  id: string,
  { state, reason, by }: { state: 'handed_over' | 'rejected'; reason: string; by: string },
): Promise<boolean> =>
  (await transaction.change(sql`
    update device_dispute set state = ${state}, reason = ${reason}, decided_by = ${by}, decided_at = now()
    where id = ${id} and state = 'open'`)) === 1

interface Handover {
  companyId: string
  deviceId: string
  from: string
  to: Pick<Party, 'id' | 'name'>
  detail: string
  actorName: string
}

/** False when the device is gone or no longer the holder's. The others who claim it have a new holder to do with. */
export const handOver = async (
  transaction: Database,
  { companyId, deviceId, from, to, detail, actorName }: Handover,
): Promise<boolean> =>
  (await transaction.change(sql`
    with moved as (
      update device set employee_id = ${to.id}, audit_state = 'pending', auth_state = 'authorized', audit_note = null,
        audited_at = null
      where company_id = ${companyId} and id = ${deviceId} and employee_id = ${from}
      returning company_id, id
    ), others as (
      update device_dispute set holder_id = ${to.id}, holder_name = ${to.name} from moved
      where device_dispute.company_id = moved.company_id and device_id = moved.id and device_dispute.state = 'open'
        and claimant_id <> ${to.id}
    )
    insert into device_log (company_id, device_id, action, actor_name, detail)
    select company_id, id, 'handed_over', ${actorName}, ${detail} from moved`)) === 1
