import type { ActivityName } from '#contract/activity-names.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity, type Undo } from '#server/engines/activity/activity.ts'
import { insertGroupLog, namesOfGroups } from './groups.sql.ts'

interface GroupEntry {
  action: ActivityName & `group.${string}`
  groupIds: string[]
  detail: string
  undo?: Undo | undefined
}

/**
 * The entries are in the groups' own logs and in the company's activity, so the groups must still exist. Returns the activity by
 * which the act can be undone.
 */
export async function recordGroupLog(
  database: Database,
  companyId: string,
  { action, groupIds, undo, ...entry }: GroupEntry,
): Promise<string | undefined> {
  await insertGroupLog(database, companyId, groupIds, entry.detail)
  const groups = await namesOfGroups(database, companyId, groupIds)
  return recordActivity(
    database,
    companyId,
    groups.map(({ id, name }) => ({ action, id, name, ...entry })),
    { undo },
  )
}
