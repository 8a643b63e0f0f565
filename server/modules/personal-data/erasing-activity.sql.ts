import sql, { type Sql } from 'sql-template-tag'
import type { ActivityName } from '#contract/activity-names.ts'
import { pseudonymOf } from '#server/core/erased-name.ts'
import type { Database } from '#server/database/database.ts'
import { mentionsIn, type Named } from './erasing-declared.ts'

/** The acts whose details name people other than their subject. */
const naming: ActivityName[] = [
  'line.access',
  'group.changed',
  'employee.handed_over',
  'device.handed_over',
  'shop.added',
  'shop.changed',
]

/**
 * The company's activity keeps what was done and when. The details of the person's own entries, and of those about their devices,
 * are removed; others' keep theirs, without the name. The trigger `keep_activity` allows no other change.
 */
export async function eraseFromActivity(database: Database, named: Named): Promise<void> {
  const { trace, names } = named
  const { company_id, employee_id, account_id, device_ids } = trace
  const pseudonym = pseudonymOf(employee_id)
  const about = (ids: Sql, name: string) => sql`
    update activity set detail = '', subject_name = ${name} where company_id = ${company_id} and subject_id = ${ids}`
  // An undone entry names the person or the device again.
  const undone = (ids: Sql, name: string) => sql`
    update activity set detail = '', subject_name = ${name}
    where company_id = ${company_id} and action = 'activity.undone' and subject_id in (
      select id from activity where company_id = ${company_id} and subject_id = ${ids})`
  for (const statement of [undone, about]) {
    await database.change`${statement(sql`${employee_id}`, pseudonym)}`
    await database.change`${statement(sql`any(${device_ids}::uuid[])`, '')}`
  }
  // One pass, as the log may be long.
  const isActor = sql`(actor_id = ${account_id} or actor_id is null and actor_name = any(${names}::text[]))`
  const { without, condition } = mentionsIn(sql`detail`, named, naming)
  const isNaming = names.length ? condition : sql`false`
  await database.change`
    update activity set actor_name = case when ${isActor} then ${pseudonym} else actor_name end,
      detail = case when ${isNaming} then ${without} else detail end
    where company_id = ${company_id} and id >= ${trace.since} and (${isActor} or ${isNaming})`
}
