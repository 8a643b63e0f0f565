import { join, type Sql, default as sql } from 'sql-template-tag'
import { z } from 'zod'
import { type ActingRole, mayRead, type OperatorRole } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'

/** The operator who looks. */
interface Looking {
  id: string
  roles: OperatorRole[]
}

/** Something that waits for operators. Modules declare theirs; the roof collects them (server/app/queues.ts). */
export interface Queue {
  /** The menu entry that shows it (web/operations/menu). */
  name: string
  roles: readonly ActingRole[]
  /** Counts what waits, for whoever looks where it does not wait for all of them. */
  count: Sql | ((operator: Looking) => Sql)
}

const waiting = z.object({ name: z.string(), waiting: z.int() })

/** Returns how many things wait for this operator, or in an auditor's sight, by menu entry. */
export async function waitingFor(
  system: Database,
  queues: readonly Queue[],
  operator: Looking,
): Promise<Record<string, number>> {
  const own = queues.filter(queue => mayRead(operator.roles, queue.roles))
  if (!own.length) return {}
  const counts = own.map(
    ({ name, count }) =>
      sql`select ${name} as name, (${typeof count === 'function' ? count(operator) : count})::integer as waiting`,
  )
  const rows = await system.rows(waiting)`${join(counts, ' union all ')}`
  return Object.fromEntries(rows.map(({ name, waiting }) => [name, waiting]))
}
