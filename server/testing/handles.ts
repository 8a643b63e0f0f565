import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'

/** Returns a handle that may be a different one at each use. */
export const switchingHandle = (now: () => Database): Database =>
  // Each property is read from the current handle.
  new Proxy({} as Database, { get: (_, name) => Reflect.get(now(), name) })

/** Returns a handle that passes each statement with rows to `look` before it is sent. */
export function watchedHandle(database: Database, look: (statement: Sql) => unknown): Database {
  return {
    ...database,
    rows:
      schema =>
      async (...statement) => {
        await look(sql(...statement))
        return database.rows(schema)(...statement)
      },
  }
}
