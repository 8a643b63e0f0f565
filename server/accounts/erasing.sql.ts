import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

/** Where somebody worked until the account is erased: what the logs of the company know the person by. */
export interface Trace {
  company_id: string
  employee_id: string
  name: string
  device_ids: string[]
}

/** To be read before the person leaves the company: nothing leads from the account to its logs afterwards. */
export const traceOf = (database: Database, accountId: string) =>
  database.row<Trace>(sql`
    select company_id, id as employee_id, name,
      array(select device.id from device
        where device.company_id = employee.company_id and device.employee_id = employee.id) as device_ids
    from employee where account_id = ${accountId}`)

export async function eraseNotices(database: Database, accountId: string): Promise<void> {
  await database.change(sql`delete from notice where account_id = ${accountId}`)
  await database.change(sql`delete from notice_setting where account_id = ${accountId}`)
}

/** What the managers were told about the person's devices has the name in it. */
export const eraseManagersNotices = (database: Database, companyId: string, subjects: string[]) =>
  database.change(sql`
    delete from notice
    where subject = any(${subjects}) and account_id in (
      select account_id from employee where company_id = ${companyId} and role in ('owner', 'manager'))`)

const erased = '已注销用户'

/**
 * The company's logs keep what was done and when, under a name that tells one actor from another and nobody who it was.
 * Logs have names, not people: where somebody else of the company has the same name, the entries stand, as they may be that
 * person's. Ledger entries are the company's accounts and stay as written (docs/decisions/0005-erasure.md).
 */
export async function eraseFromLogs(database: Database, { company_id, employee_id, name, device_ids }: Trace) {
  const pseudonym = `${erased} ${employee_id.slice(-4)}`
  await database.change(sql`
    update employee_log set detail = '' where company_id = ${company_id} and employee_id = ${employee_id}`)
  await database.change(sql`
    update device_log set detail = '', ip = null
    where company_id = ${company_id} and device_id = any(${device_ids}::uuid[])`)
  const shared = await database.row(
    sql`select from employee where company_id = ${company_id} and name = ${name} limit 1`,
  )
  if (shared) return
  await database.change(sql`
    update employee_log set actor_name = ${pseudonym} where company_id = ${company_id} and actor_name = ${name}`)
  await database.change(sql`
    update device_log set actor_name = ${pseudonym}, ip = null where company_id = ${company_id} and actor_name = ${name}`)
  for (const word of ['交给', '接手'])
    await database.change(sql`
      update employee_log set detail = ${word + pseudonym}
      where company_id = ${company_id} and action = 'handed_over' and detail = ${word + name}`)
}

/** What a dispute over a device was about stays; who it was, and what the others were told of it, goes. */
export async function eraseFromDisputes(database: Database, { company_id, employee_id }: Trace) {
  const theirs = sql`company_id = ${company_id} and (holder_id = ${employee_id} or claimant_id = ${employee_id})`
  await database.change(sql`
    delete from notice using device_dispute dispute
    where dispute.company_id = ${company_id} and ${employee_id} in (dispute.holder_id, dispute.claimant_id)
      and notice.subject in ('dispute:' || dispute.id, 'device:' || dispute.device_id)
      and notice.account_id in (select account_id from employee where employee.company_id = ${company_id})`)
  await database.change(sql`
    update device_log set detail = ''
    where company_id = ${company_id} and action = 'handed_over'
      and device_id in (select device_id from device_dispute where ${theirs})`)
  const pseudonym = `${erased} ${employee_id.slice(-4)}`
  await database.change(sql`
    update device_dispute set device_name = '', reported_name = '', reported_ip = '',
      reason = case when reason is not null then '' end,
      holder_name = case when holder_id = ${employee_id} then ${pseudonym} else holder_name end,
      claimant_name = case when claimant_id = ${employee_id} then ${pseudonym} else claimant_name end
    where ${theirs}`)
}
