import { join, type Sql, default as sql } from 'sql-template-tag'
import { z } from 'zod'
import { type ActingRole, mayRead, type OperatorRole } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'

/** The operator who views the queues. */
interface Looking {
  id: string
  roles: OperatorRole[]
}

/** Work waiting for operators. Modules declare their queues; the app layer collects them (server/app/queues.ts). */
export interface Queue {
  /** The menu entry that shows it (web/operations/menu). */
  name: string
  roles: readonly ActingRole[]
  /** Counts the waiting work, per operator unless it is the same for all. */
  count: Sql | ((operator: Looking) => Sql)
}

const waiting = z.object({ name: z.string(), waiting: z.int() })

/** Returns the amount of work waiting for this operator, or visible to an auditor, by menu entry. */
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
