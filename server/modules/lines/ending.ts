import type { Database } from '#server/database/database.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { reached } from '#server/modules/access/scopes.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { recordingAccess } from './access-log.ts'
import { companiesWithEnded, endedGrants, takeOutEnded } from './ending.sql.ts'
import { recordGroupLog } from './group-log.ts'

const batch = 100

/**
 * Removes ended grants, and records for the groups, the people and the lines who lost what. The grants are invalid from the instant
 * of their end, so nothing depends on when this runs.
 */
export async function endGrants(
  { system, companyDatabase }: Pick<TaskServices, 'system' | 'companyDatabase'>,
  _payload: unknown,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const companies = await companiesWithEnded(system, batch)
  let ended = 0
  const alone = forEachIsolated({ log, stopping }, '到期的专线授权没有移出')
  await alone.run(companies, async ({ company_id: companyId }) => {
    ended += await companyDatabase(companyId).transaction(company => endGrantsOf(company, companyId))
  })
  if (ended) log.info({ ended }, '到期的专线授权已移出')
  alone.end()
}

async function endGrantsOf(company: Database, companyId: string): Promise<number> {
  // Guard: without the lock a grant that is extended meanwhile is recorded as lost, or recorded twice by two replicas.
  await lockAccess(company, companyId)
  const ended = await endedGrants(company, companyId)
  if (!ended.length) return 0
  const departmentIds = ended.flatMap(({ department_id }) => department_id ?? [])
  const groupIds = [...new Set(ended.map(({ group_id }) => group_id))]
  const scope = { employeeIds: await reached({ company, companyId }, departmentIds, groupIds) }
  await recordingAccess(company, { companyId, act: '授权到期', scope }, async () => {
    for (const [groupId, grants] of Map.groupBy(ended, ({ group_id }) => group_id)) {
      const names = grants.map(({ department_id, name }) => `${department_id ? '部门' : '员工'} ${name}`)
      const detail = `「${grants[0]?.group_name}」授权到期，移出${names.join('、')}`
      await recordGroupLog(company, companyId, { action: 'group.changed', groupIds: [groupId], detail })
    }
    await takeOutEnded(company, companyId)
  })
  return ended.length
}
