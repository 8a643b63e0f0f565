import { join, type Sql, default as sql } from 'sql-template-tag'
import { z } from 'zod'
import { type ActingRole, mayRead, type OperatorRole } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'

/** Something that waits for operators. Modules declare theirs; the roof collects them (server/app/queues.ts). */
export interface Queue {
  /** The menu entry that shows it (web/operations/menu). */
  name: string
  roles: readonly ActingRole[]
  /** Counts what waits. */
  count: Sql
}

const waiting = z.object({ name: z.string(), waiting: z.int() })

/** Returns how many things wait for somebody with these roles, or in an auditor's sight, by menu entry. */
export async function waitingFor(
  system: Database,
  queues: readonly Queue[],
  roles: readonly OperatorRole[],
): Promise<Record<string, number>> {
  const own = queues.filter(queue => mayRead(roles, queue.roles))
  if (!own.length) return {}
  const counts = own.map(({ name, count }) => sql`select ${name} as name, (${count})::integer as waiting`)
  const rows = await system.rows(waiting)`${join(counts, ' union all ')}`
  return Object.fromEntries(rows.map(({ name, waiting }) => [name, waiting]))
}
