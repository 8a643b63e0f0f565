import sql, { empty, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type DisputeState, disputeRestDays } from '#contract/device-names.ts'
import { id } from '#contract/fields.ts'
import { reviews } from '#contract/operations/reviews.ts'
import { device } from '#contract/records/device.ts'
import { dispute } from '#contract/records/dispute.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database, RowSchema } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { actorName } from '#server/engines/activity/context.ts'
import { departmentPath } from '#server/modules/people/department-path.ts'

interface Claim {
  companyId: string
  deviceId: string
  claimant: { id: string; name: string }
  /** The claimant's report of the device. */
  reported: { name: string; ip: string }
}

/**
 * Records that a person's client reported a colleague's device: the two have one open row, which is updated once a minute. After a
 * rejection the same claim is ignored for a while.
 */
export const claimDevice = (company: Database, { companyId, deviceId, claimant, reported }: Claim) =>
  company.change`
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
      where device_dispute.last_at <= now() - interval '1 minute'`

const listedDispute = reviews.getDisputeList.output.shape.list.element
const disputeRow = dispute.schema.extend({ holder_id: id, claimant_id: id })
export type DisputeRow = z.output<typeof disputeRow>

const joined = { company_name: true, decided_by: true } as const
const columnsOf = (ownColumns: RowSchema) => sql`
  ${selectList(ownColumns, { dispute_id: 'id' }, 'dispute')}, company.name as company_name,
  coalesce(operator.display_name, dispute.decided_by) as decided_by`
const listedColumns = columnsOf(listedDispute.omit(joined))
const columns = columnsOf(disputeRow.omit(joined))
const source = sql`
  device_dispute dispute join company on company.id = dispute.company_id
  left join operator on dispute.decided_by = 'operator:' || operator.id`

interface Filters {
  /** Filters the decided disputes. */
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

export const countDisputes = (system: Database, filters: Filters, open: boolean, most: number) =>
  countRows(
    system,
    sql`(
      select from device_dispute dispute join company on company.id = dispute.company_id ${matching(filters, open)}
      limit ${most}) as found`,
  )

/** Lists the open disputes, longest waiting first; otherwise the decided ones, latest first. */
export const listDisputes = (system: Database, filters: Filters, open: boolean, { limit, offset }: Page) =>
  system.rows(listedDispute)`
    select ${listedColumns} from ${source} ${matching(filters, open)}
    order by ${open ? sql`dispute.first_at, dispute.id` : sql`dispute.decided_at desc, dispute.id desc`}
    limit ${limit} offset ${offset}`

export const findDispute = (system: Database, id: string) =>
  system.row(disputeRow)`select ${columns} from ${source} where dispute.id = ${id}`

export const otherDisputes = (system: Database, { company_id, device_id, dispute_id }: DisputeRow) =>
  system.rows(listedDispute)`
    select ${listedColumns} from ${source}
    where dispute.company_id = ${company_id} and dispute.device_id = ${device_id} and dispute.id <> ${dispute_id}
    order by dispute.id desc limit 20`

const { device: disputedDevice, holder: party } = reviews.getDispute.output.shape
const deviceRow = disputedDevice.unwrap()

export const findDevice = (system: Database, { company_id, device_id }: DisputeRow) =>
  system.row(
    deviceRow,
  )`select ${selectList(deviceRow)} from device where company_id = ${company_id} and id = ${device_id}`

const deviceName = device.schema.pick({ name: true })

export const findDeviceName = async (system: Database, { company_id, device_id }: DisputeRow) =>
  (await system.row(deviceName)`select name from device where company_id = ${company_id} and id = ${device_id}`)?.name

/** The phone is masked only in the answer. */
const partyRow = party.unwrap().extend({ employee_id: id, account_id: id, phone: z.string() })
/** One of the two people, with the whole phone. */
export type Party = z.output<typeof partyRow>

const partyColumns = selectList(
  partyRow.omit({ dept_path: true, in_use: true, pending: true }),
  { employee_id: 'id' },
  'employee',
)

export const findParties = (system: Database, companyId: string, employeeIds: string[]) =>
  system.rows(partyRow)`
    select ${partyColumns}, devices.in_use, devices.pending,
      ${departmentPath} as dept_path
    from employee cross join lateral (
      select count(*) filter (where audit_state = 'approved' and auth_state = 'authorized') as in_use,
        count(*) filter (where audit_state = 'pending') as pending
      from device where device.company_id = employee.company_id and device.employee_id = employee.id
    ) as devices
    where employee.company_id = ${companyId} and employee.id = any(${employeeIds}::uuid[])`

/** Locks these people, so that concurrent counts or changes of their devices wait until the transaction ends. */
export const lockParties = (transaction: Database, companyId: string, employeeIds: string[]) =>
  transaction.change`
    select from employee where company_id = ${companyId} and id = any(${employeeIds}::uuid[])
    order by id for no key update`

/** Returns undefined when the dispute was already decided, or has lapsed. */
export const decideOpen = async (
  transaction: Database,
  id: string,
  { state, reason, by }: { state: DisputeState; reason: string; by: string },
): Promise<boolean> =>
  (await transaction.change`
    update device_dispute set state = ${state}, reason = ${reason}, decided_by = ${by}, decided_at = now()
    where id = ${id} and state = 'open'`) === 1

interface Handover {
  companyId: string
  deviceId: string
  from: string
  to: Pick<Party, 'employee_id' | 'name'>
  detail: string
}

/** Returns false when the device is gone or no longer the holder's. Other claims on the device then face the new holder. */
export const handOver = async (
  transaction: Database,
  { companyId, deviceId, from, to, detail }: Handover,
): Promise<boolean> =>
  (await transaction.change`
    with moved as (
      update device set employee_id = ${to.employee_id}, audit_state = 'pending', auth_state = 'authorized', audit_note = null,
        audited_at = null, key_id = null
      where company_id = ${companyId} and id = ${deviceId} and employee_id = ${from}
      returning company_id, id
    ), others as (
      update device_dispute set holder_id = ${to.employee_id}, holder_name = ${to.name} from moved
      where device_dispute.company_id = moved.company_id and device_id = moved.id and device_dispute.state = 'open'
        and claimant_id <> ${to.employee_id}
    )
    insert into device_log (company_id, device_id, action, actor_name, detail)
    select company_id, id, 'handed_over', ${actorName()}, ${detail} from moved`) === 1
