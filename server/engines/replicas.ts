import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { programVersion } from '#server/core/program-version.ts'
import type { Database } from '#server/database/database.ts'

/** This process, among those that serve the same database. */
const replica = { id: randomUUID(), host: hostname(), version: programVersion }

/** Removes this process when it stops, so that it is not reported as missing. */
export const leave = (system: Database): Promise<number> => system.change`delete from replica where id = ${replica.id}`

/** Records that this process is running. Throws if the database is unreachable or read-only, or if its disk is full. */
export const beat = (system: Database): Promise<number> =>
  system.change`
    insert into replica (id, host, version)
    select ${replica.id}::uuid, ${replica.host}, ${replica.version} where disk_takes_more()
    on conflict (id) do update set seen_at = now()`
