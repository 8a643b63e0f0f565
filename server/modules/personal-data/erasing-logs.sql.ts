import sql from 'sql-template-tag'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { erased, type Trace } from './erasing.sql.ts'

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
