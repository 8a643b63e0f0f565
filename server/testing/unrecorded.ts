import sql from 'sql-template-tag'
import type { Database, SqlTag } from '#server/database/database.ts'
import { allowUnrecorded } from '#server/database/unrecorded.ts'

/** Only these tables have guards; everything else is sent as it is. */
const guarded =
  /\b(?:update|insert\s+into|delete\s+from)\s+(?:line|employee|device|company|department|line_group(?:_line|_department|_employee)?)\b/i

/**
 * Returns a handle by which a test prepares rows: its changes of who may use which line are no act of anybody and recorded nowhere
 * (access-guard.sql). The portal itself never gets it, so that its own changes stay guarded.
 */
export function unrecorded(database: Database): Database {
  const transaction: Database['transaction'] = work =>
    database.transaction(async inner => {
      await allowUnrecorded(inner, 'test')
      return work(inner)
    })
  const sending =
    <Result>(send: (on: Database) => SqlTag<Result>): SqlTag<Result> =>
    (...statement) =>
      guarded.test(sql(...statement).text)
        ? transaction(inner => send(inner)(...statement))
        : send(database)(...statement)
  return {
    rows: schema => sending(on => on.rows(schema)),
    row: schema => sending(on => on.row(schema)),
    one: schema => sending(on => on.one(schema)),
    change: sending(on => on.change),
    transaction,
  }
}
