import type { ActivityName } from '#contract/activity-names.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { insertGroupLog, namesOfGroups } from './groups.sql.ts'

/** The entries stand in the groups' own logs and in the company's activity, so the groups must still exist. */
export async function recordGroupLog(
  database: Database,
  companyId: string,
  { action, groupIds, ...entry }: { action: ActivityName & `group.${string}`; groupIds: string[]; detail: string },
  actorName: string,
): Promise<void> {
  await insertGroupLog(database, companyId, groupIds, actorName, entry.detail)
  const groups = await namesOfGroups(database, companyId, groupIds)
  await recordActivity(
    database,
    companyId,
    groups.map(({ id, name }) => ({ action, id, name, ...entry })),
    { actorName },
  )
}
