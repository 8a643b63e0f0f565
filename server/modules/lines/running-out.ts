import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { systemName } from '#server/core/system-name.ts'
import type { Database } from '#server/database/database.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { differenceOf, isEmpty } from '#server/modules/access/difference.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { standingOf } from '#server/modules/access/standing.ts'
import { recordAccess } from './access-log.ts'

const batch = 500
/** Hours that ran out longer ago are not recorded any more. */
const hours = 24

const runOut = z.object({ company_id: id, employee_id: id })

const peopleRunOut = (system: Database) =>
  system.rows(runOut)`
    select company_id, id as employee_id from employee
    where service_ends_at is not null and state = 'active'
      and service_ends_at <= now() and service_ends_at > now() - make_interval(hours => ${hours}::integer)
      and hours_told_of is distinct from service_ends_at
    order by service_ends_at limit ${batch}`

/** Guard: of two replicas at once one tells of an end, and hours that were added meanwhile have not run out. */
const claim = (company: Database, companyId: string, employeeIds: string[]) =>
  company.rows(runOut)`
    update employee set hours_told_of = service_ends_at
    where company_id = ${companyId} and id = any(${employeeIds}::uuid[]) and state = 'active'
      and service_ends_at <= now() and hours_told_of is distinct from service_ends_at
    returning company_id, id as employee_id`

/**
 * Writes to the records of people whose hours have run out, and of their lines, which devices can no longer connect. They cannot from
 * that instant on, whenever this comes by.
 */
export async function tellRunOut(
  { system, companyDatabase }: Pick<TaskServices, 'system' | 'companyDatabase'>,
  _payload: unknown,
  { stopping }: Pick<RunningJob, 'stopping'>,
): Promise<void> {
  const found = Map.groupBy(await peopleRunOut(system), ({ company_id }) => company_id)
  for (const [companyId, people] of found) {
    if (stopping.aborted) return
    await companyDatabase(companyId).transaction(async company => {
      await lockAccess(company, companyId)
      const ids = people.map(({ employee_id }) => employee_id)
      const employeeIds = (await claim(company, companyId, ids)).map(({ employee_id }) => employee_id)
      if (!employeeIds.length) return
      const before = await standingOf(company, companyId, { employeeIds }, { served: employeeIds })
      const difference = differenceOf(before, await standingOf(company, companyId, { employeeIds }))
      if (!isEmpty(difference))
        await recordAccess(company, { companyId, actorName: systemName, act: '时长到期' }, difference)
    })
  }
}
