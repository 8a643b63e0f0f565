import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'sql-template-tag'
import { expect } from 'vitest'
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
  expect.fail('nobody waits')
}

/**
 * Sends a request that has to wait for `changes`, and only then commits these, after `more`: it meets them when it writes, not
 * before.
 */
export const overtakenBy = <Answer>(
  system: Database,
  changes: readonly Sql[],
  send: () => Promise<Answer>,
  more: readonly Sql[] = [],
): Promise<Answer> =>
  system
    .transaction(async transaction => {
      for (const change of changes) await transaction.change`${change}`
      const answer = send()
      // It may fail while the transaction still ends, before the caller waits for it.
      answer.catch(() => {})
      await untilBlocked(system)
      for (const change of more) await transaction.change`${change}`
      return { answer }
    })
    .then(({ answer }) => answer)
