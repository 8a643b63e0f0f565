import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { differenceOf, isEmpty } from '#server/modules/access/difference.ts'
import { standingOf } from '#server/modules/access/read-standing.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { recordAccess } from './access-log.ts'

/** People of each company in one batch, so that one whose records can't be written leaves the others their turn. */
const batch = 500
/** Hours after the end of a service for which it is still recorded. */
const hours = 24

const runOut = z.object({ company_id: id, employee_ids: z.array(id) })
const claimed = z.object({ employee_id: id, enabled_since: z.boolean() })

const peopleRunOut = (system: Database) =>
  system.rows(runOut)`
    select company_id, (array_agg(id order by service_ends_at))[1:${batch}::integer] as employee_ids from employee
    where service_ends_at is not null and state = 'active'
      and service_ends_at <= now() and service_ends_at > now() - make_interval(hours => ${hours}::integer)
      and hours_told_of is distinct from service_ends_at
    group by company_id`

/**
 * Guard: of two concurrent replicas one records an end, and a service that was extended meanwhile has not ended. People who were
 * disabled when it ended, and have been enabled since, had lost their devices before.
 */
const claim = (company: Database, companyId: string, employeeIds: string[]) =>
  company.rows(claimed)`
    update employee set hours_told_of = service_ends_at
    where company_id = ${companyId} and id = any(${employeeIds}::uuid[]) and state = 'active'
      and service_ends_at <= now() and hours_told_of is distinct from service_ends_at
    returning id as employee_id, exists (
      select from employee_log as entry
      where entry.company_id = employee.company_id and entry.employee_id = employee.id and entry.action = 'enabled'
        and entry.created_at >= service_ends_at) as enabled_since`

/**
 * Records for people whose hours have run out, and for their lines, which devices can no longer connect. They cannot from that
 * instant on, whenever this runs.
 */
export async function recordRunOut(
  { system, companyDatabase }: Pick<TaskServices, 'system' | 'companyDatabase'>,
  _payload: unknown,
  job: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const alone = forEachIsolated(job, '时长到期没有写入记录')
  await alone.run(await peopleRunOut(system), ({ company_id: companyId, employee_ids: ids }) =>
    companyDatabase(companyId).transaction(async company => {
      await lockAccess(company, companyId)
      const lost = (await claim(company, companyId, ids)).filter(({ enabled_since }) => !enabled_since)
      const employeeIds = lost.map(({ employee_id }) => employee_id)
      if (!employeeIds.length) return
      const before = await standingOf(company, companyId, { employeeIds }, { served: employeeIds })
      const difference = differenceOf(before, await standingOf(company, companyId, { employeeIds }))
      if (!isEmpty(difference)) await recordAccess(company, { companyId, act: '时长到期' }, difference)
    }),
  )
  alone.end()
}
