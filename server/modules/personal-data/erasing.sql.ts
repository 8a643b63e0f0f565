import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { employee } from '#contract/records/employee.ts'
import { pseudonymOf } from '#server/core/erased-name.ts'
import { companyHash } from '#server/database/company-hash.ts'
import type { Database } from '#server/database/database.ts'

/** The identities by which the company's logs know a person until the account is erased. */
const trace = employee.schema
  .pick({ employee_id: true, name: true })
  .extend({ company_id: id, account_id: id, device_ids: z.array(id), request_ids: z.array(id), since: z.string() })
export type Trace = z.output<typeof trace>

/** A removed device exists only in the records, where its name may be the person's. */
const registeredBefore = sql`
  select subject_id from activity
  where ${companyHash(sql`action`, sql`company_id`)} = ${companyHash(sql`'device.registered'`, sql`employee.company_id`)}
    and company_id = employee.company_id and action = 'device.registered' and actor_id = account_id
    and subject_id is not null and not exists (
      select from device where device.company_id = employee.company_id and device.id = subject_id)`

/**
 * The traces, one for each company that lists the account, must be read before it leaves them, since nothing leads from
 * the account to their logs afterwards.
 */
export const tracesOf = (database: Database, accountId: string) =>
  database.rows(trace)`
  select company_id, employee.id as employee_id, account_id, name,
    array(select device.id from device
      where device.company_id = employee.company_id and device.employee_id = employee.id
      union ${registeredBefore}) as device_ids,
    array(select request.id from access_request request
      where request.company_id = employee.company_id and request.employee_id = employee.id) as request_ids,
    (lpad(to_hex(floor(extract(epoch from account.created_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid as since
  from employee join account on account.id = account_id where account_id = ${accountId}`

const ownNames = z.object({ names: z.array(z.string()) })

/**
 * Logs have names, not people. Returns the person's present and former names in the company, without those that another person of
 * the company bears: such entries stay, as they may be that person's.
 */
export const namesOf = async (database: Database, { company_id, employee_id, name }: Trace): Promise<string[]> =>
  (
    await database.one(ownNames)`
    select coalesce(array_agg(name), '{}') as names from (
      select ${name}::text as name
      union
      select name from access_span where company_id = ${company_id} and kind = 'employee' and subject_id = ${employee_id}
    ) as own
    where not exists (select from employee where company_id = ${company_id} and employee.name = own.name)`
  ).names

/** The vouchers of a company's payments belong to the company. */
export const handOverVouchers = (database: Database, accountId: string) =>
  database.change`
    update stored_file set account_id = null, company_id = payment.company_id
    from payment where payment.voucher_file_id = stored_file.id and stored_file.account_id = ${accountId}`

/** The registration was to fill in the verification; a channel's results are counted by the company's own code. */
export const eraseRegistrations = (database: Database, accountId: string) =>
  database.change`delete from channel_registration where account_id = ${accountId}`

export async function eraseNotices(database: Database, accountId: string): Promise<void> {
  await database.change`delete from notice where account_id = ${accountId}`
  await database.change`delete from notice_setting where account_id = ${accountId}`
}

/** Removes details about the person and their devices from their own logs; what was done, when and by whom stays. */
export async function eraseFromOwnLogs(database: Database, { company_id, employee_id, device_ids }: Trace) {
  await database.change`
    update employee_log set detail = '' where company_id = ${company_id} and employee_id = ${employee_id}`
  await database.change`
    update device_log set detail = '', ip = null
    where company_id = ${company_id} and device_id = any(${device_ids}::uuid[])`
}

/** Keeps a dispute over a device, but removes the person, and the texts of the notices to the others. */
export async function eraseFromDisputes(database: Database, { company_id, employee_id }: Trace) {
  const theirs = sql`company_id = ${company_id} and (holder_id = ${employee_id} or claimant_id = ${employee_id})`
  await database.change`
    delete from notice using device_dispute dispute
    where dispute.company_id = ${company_id} and ${employee_id} in (dispute.holder_id, dispute.claimant_id)
      and notice.subject in ('dispute:' || dispute.id, 'device:' || dispute.device_id)
      and notice.account_id in (select account_id from employee where employee.company_id = ${company_id})`
  await database.change`
    update device_log set detail = ''
    where company_id = ${company_id} and action = 'handed_over'
      and device_id in (select device_id from device_dispute where ${theirs})`
  // A device's details from the person's time are removed, too; its present user's client names it anew.
  const passedOn = sql`dispute.company_id = ${company_id} and dispute.holder_id = ${employee_id} and dispute.state = 'handed_over'`
  await database.change`
    update activity set detail = '', subject_name = '' from device_dispute dispute
    where ${passedOn} and activity.company_id = ${company_id} and subject_id = dispute.device_id and at <= dispute.decided_at`
  await database.change`
    update device_log log set detail = '', ip = null from device_dispute dispute
    where ${passedOn} and log.company_id = ${company_id} and log.device_id = dispute.device_id
      and log.created_at <= dispute.decided_at`
  await database.change`
    update device set name = dispute.reported_name from device_dispute dispute
    where ${passedOn} and device.company_id = ${company_id} and device.id = dispute.device_id
      and device.name = dispute.device_name`
  await database.change`
    update device_dispute set device_name = '', reported_name = '', reported_ip = '',
      reason = case when reason is not null then '' end
    where ${theirs}`
}

/** The messages of tickets stay the company's record under another name. */
export async function eraseFromTickets(database: Database, { company_id, employee_id, account_id }: Trace) {
  const pseudonym = pseudonymOf(employee_id)
  await database.change`
    update ticket set opened_by = ${pseudonym}, account_id = null
    where company_id = ${company_id} and account_id = ${account_id}`
  await database.change`
    update ticket_entry set author_name = ${pseudonym}, author_id = null
    where company_id = ${company_id} and author_id = ${account_id}`
}
