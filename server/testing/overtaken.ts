import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'

/** Returns once another connection waits for a lock that the test holds. */
export async function untilBlocked(system: Database): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(10)) {
    const blocked = await system.row(z.object({ waiting: z.boolean() }))`
      select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waiting`
    if (blocked?.waiting) return
  }
  throw new Error('nobody waits')
}

/** Sends a request that waits for `changes`, and commits these only then: it finds them where it writes, not before. */
export const overtakenBy = <Answer>(
  system: Database,
  changes: readonly Sql[],
  send: () => Promise<Answer>,
): Promise<Answer> =>
  system
    .transaction(async transaction => {
      for (const change of changes) await transaction.change`${change}`
      const answer = send()
      await untilBlocked(system)
      return { answer }
    })
    .then(({ answer }) => answer)
