import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { employee } from '#contract/records/employee.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { waitingSubject } from '#server/modules/devices/devices.ts'
import { subjectOf } from '#server/modules/requests/requests.ts'

/** The company's logs know a person by these until the account is erased. */
const trace = employee.schema
  .pick({ employee_id: true, name: true })
  .extend({ company_id: id, account_id: id, device_ids: z.array(id), request_ids: z.array(id) })
type Trace = z.output<typeof trace>

/**
 * The traces, one for each company that lists the account, must be read before it leaves them, since nothing leads from
 * the account to their logs afterwards.
 */
export const tracesOf = (database: Database, accountId: string) =>
  database.rows(trace)`
  select company_id, id as employee_id, account_id, name,
    array(select device.id from device
      where device.company_id = employee.company_id and device.employee_id = employee.id) as device_ids,
    array(select request.id from access_request request
      where request.company_id = employee.company_id and request.employee_id = employee.id) as request_ids
  from employee where account_id = ${accountId}`

/** The vouchers of a company's payments are its accounts. */
export const handOverVouchers = (database: Database, accountId: string) =>
  database.change`
    update stored_file set account_id = null, company_id = payment.company_id
    from payment where payment.voucher_file_id = stored_file.id and stored_file.account_id = ${accountId}`

export async function eraseNotices(database: Database, accountId: string): Promise<void> {
  await database.change`delete from notice where account_id = ${accountId}`
  await database.change`delete from notice_setting where account_id = ${accountId}`
}

/**
 * Notices to managers contain the person's name. Their subject is the person, one of their devices or one of their requests.
 * Former managers still have those of their time.
 */
export const eraseManagersNotices = (database: Database, { company_id, employee_id, device_ids, request_ids }: Trace) =>
  database.change`
    delete from notice
    where (strpos(subject, ${employee_id}::text) > 0
        or subject = any(${[...device_ids.map(waitingSubject), ...request_ids.map(subjectOf)]}::text[]))
      and account_id in (select account_id from employee where company_id = ${company_id})`

const erased = '已注销用户'

/**
 * The company's logs keep what was done and when, under a name that tells one actor from another but not who it was.
 * Logs have names, not people: where somebody else of the company has the same name, the entries stand, as they may be
 * that person's. Ledger entries are the company's accounts and stay as written (docs/decisions/0005-erasure.md).
 */
export async function eraseFromLogs(database: Database, trace: Trace) {
  const { company_id, employee_id, account_id, name, device_ids } = trace
  const pseudonym = `${erased} ${employee_id.slice(-4)}`
  await database.change`
    update employee_log set detail = '' where company_id = ${company_id} and employee_id = ${employee_id}`
  await database.change`
    update device_log set detail = '', ip = null
    where company_id = ${company_id} and device_id = any(${device_ids}::uuid[])`
  await database.change`
    update activity set detail = '',
      subject_name = case when subject_id = any(${device_ids}::uuid[]) then '' else ${pseudonym} end
    where company_id = ${company_id} and (subject_id = any(${[employee_id, ...device_ids]}::uuid[])
      or action = 'activity.undone' and subject_id in (
        select id from activity where company_id = ${company_id} and subject_id = ${employee_id}))`
  await database.change`
    update activity set actor_name = ${pseudonym} where company_id = ${company_id} and actor_id = ${account_id}`
  const shared = await holds(
    database,
    sql`exists (select from employee where company_id = ${company_id} and name = ${name})`,
  )
  if (shared) return
  await database.change`
    update employee_log set actor_name = ${pseudonym} where company_id = ${company_id} and actor_name = ${name}`
  await database.change`
    update device_log set actor_name = ${pseudonym}, ip = null where company_id = ${company_id} and actor_name = ${name}`
  await database.change`
    update activity set actor_name = ${pseudonym}
    where company_id = ${company_id} and actor_id is null and actor_name = ${name}`
  // What somebody gained or lost stands in the lines' rows too, among other names.
  const among = `([：、])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=[、（ ])`
  const hidden = sql`set detail = regexp_replace(detail, ${among}, ${`\\1${pseudonym}`}, 'g') where company_id = ${company_id}`
  await database.change`update line_log ${hidden} and action = 'access' and detail ~ ${among}`
  await database.change`update activity ${hidden} and action = 'line.access' and detail ~ ${among}`
  // What somebody decided about others stands in those others' rows.
  await database.change`
    update access_request set decided_by = ${pseudonym} where company_id = ${company_id} and decided_by = ${name}`
  await database.change`
    update employee_duty set given_by = ${pseudonym} where company_id = ${company_id} and given_by = ${name}`
  await database.change`
    update held_login set decided_by = ${pseudonym} where company_id = ${company_id} and decided_by = ${name}`
  await database.change`
    update compliance_pack set actor_name = ${pseudonym} where company_id = ${company_id} and actor_name = ${name}`
  for (const word of ['交给', '接手']) {
    await database.change`
      update employee_log set detail = ${word + pseudonym}
      where company_id = ${company_id} and action = 'handed_over' and detail = ${word + name}`
    await database.change`
      update activity set detail = ${word + pseudonym}
      where company_id = ${company_id} and action = 'employee.handed_over' and detail = ${word + name}`
  }
}

/** The object of a dispute over a device stays, but the person, and the texts of the notices to the others, go. */
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
  const pseudonym = `${erased} ${employee_id.slice(-4)}`
  await database.change`
    update device_dispute set device_name = '', reported_name = '', reported_ip = '',
      reason = case when reason is not null then '' end,
      holder_name = case when holder_id = ${employee_id} then ${pseudonym} else holder_name end,
      claimant_name = case when claimant_id = ${employee_id} then ${pseudonym} else claimant_name end
    where ${theirs}`
}

/** The use of an address for a shop stays the company's record; the person's name and the device's go. */
export async function eraseFromConnections(database: Database, { company_id, employee_id }: Trace) {
  await database.change`
    update connection set employee_name = ${`${erased} ${employee_id.slice(-4)}`}, device_name = ''
    where company_id = ${company_id} and employee_id = ${employee_id}`
  await database.change`
    update address_use set employee_name = ${`${erased} ${employee_id.slice(-4)}`}, device_name = ''
    where company_id = ${company_id} and employee_id = ${employee_id}`
}

/** The questions and answers of tickets stay the company's record under another name. */
export async function eraseFromTickets(database: Database, { company_id, employee_id, account_id }: Trace) {
  const pseudonym = `${erased} ${employee_id.slice(-4)}`
  await database.change`
    update ticket set opened_by = ${pseudonym}, account_id = null
    where company_id = ${company_id} and account_id = ${account_id}`
  await database.change`
    update ticket_entry set author_name = ${pseudonym}, author_id = null
    where company_id = ${company_id} and author_id = ${account_id}`
}
