import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '#server/database/database.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** This process, among those that serve the same database. */
const replica = { id: randomUUID(), host: hostname(), version: packageJson.version }

/** Removes this process, which stops, so that nobody misses it. */
export const leave = (system: Database): Promise<number> => system.change`delete from replica where id = ${replica.id}`

/** Writes that this process is here. Throws when the database can't be reached, or takes no writes. */
export const beat = (system: Database): Promise<number> =>
  system.change`
    insert into replica (id, host, version) values (${replica.id}, ${replica.host}, ${replica.version})
    on conflict (id) do update set seen_at = now()`
