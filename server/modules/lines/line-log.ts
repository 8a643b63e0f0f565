import type { LineAction } from '#contract/line-names.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity, type Undo } from '#server/engines/activity/activity.ts'
import { insertLineLog } from './delivery.sql.ts'
import { namesOfLines } from './groups.sql.ts'

interface Entry {
  line_id: string
  action: Exclude<LineAction, 'permission'>
  detail: string
}

/** The entries are in the lines' own logs and in the company's activity. Returns the entry by which they can be undone. */
export async function recordLineLog(
  database: Database,
  companyId: string,
  entries: Entry[],
  undo?: Undo,
): Promise<string | undefined> {
  await insertLineLog(database, companyId, entries)
  const ids = entries.map(({ line_id }) => line_id)
  const nameOf = new Map((await namesOfLines(database, companyId, ids)).map(({ id, name }) => [id, name]))
  return recordActivity(
    database,
    companyId,
    entries.map(({ line_id: id, action, detail }) => ({
      action: `line.${action}`,
      id,
      name: nameOf.get(id) ?? '',
      detail,
    })),
    { undo },
  )
}
