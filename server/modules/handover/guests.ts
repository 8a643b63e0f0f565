import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { recordingAccess } from '#server/modules/lines/access-log.ts'
import { companyName as findCompanyName } from '#server/modules/people/employees/adding.sql.ts'
import { notifyRemoved } from '#server/modules/people/employees/employee-notices.ts'
import { removePeople } from '#server/modules/people/employees/leaving.ts'
import { lockPeople } from '#server/modules/people/people.sql.ts'

const batch = 100
const act = '访客到期'

const overdue = z.object({ company_id: id, ids: z.array(id) })

/** Lists some of each company, so that one whose guests can't be removed leaves the others their turn. */
const listOverdue = (system: Database) =>
  system.rows(overdue)`
    select company_id, (array_agg(id order by guest_until))[1:${batch}::integer] as ids
    from employee where guest_until <= now() group by company_id`

/**
 * Ends the employment of guests whose time is over, as a manager's removal does. Their devices lose the lines at that very instant,
 * whenever this job runs.
 */
export async function endGuests(
  services: Pick<TaskServices, 'system' | 'config' | 'jobs'>,
  _payload: unknown,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  let ended = 0
  const alone = forEachIsolated({ log, stopping }, '访客期限已到，但没有移除')
  await alone.run(await listOverdue(services.system), async ({ company_id: companyId, ids }) => {
    ended += await services.system.transaction(async transaction => {
      const gone = await asCompany(transaction, companyId, company => removeOverdue(company, companyId, ids))
      if (gone.people.length)
        await notifyRemoved(transaction, services, { companyId, ...gone }, gone.people, '访客期限已到')
      return gone.people.length
    })
  })
  if (ended) log.info({ ended }, '访客期限已到，已移除')
  alone.end()
}

async function removeOverdue(company: Database, companyId: string, ids: string[]) {
  await lockAccess(company, companyId)
  // Guard: the rows are locked and read again, because a manager may have extended the time since.
  const locked = await lockPeople(company, companyId, ids, false)
  const people = locked.filter(
    ({ guest_until, role }) => guest_until && Date.parse(guest_until) <= Date.now() && role === 'employee',
  )
  if (people.length) {
    const scope = { employeeIds: people.map(({ employee_id }) => employee_id) }
    await recordingAccess(company, { companyId, act, scope }, () =>
      removePeople(company, { companyId, people, detail: act, note: act }),
    )
  }
  return { people, companyName: await findCompanyName(company, companyId) }
}
