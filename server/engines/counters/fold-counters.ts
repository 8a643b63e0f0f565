import { join, raw } from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'

/** Rows folded by one statement, which takes some ten milliseconds. */
const batch = 5_000

/** Counters (0012-counters.sql, 0015-orders.sql, 0016-lines.sql): the key of a row, and what it sums up. */
const counters = [
  { table: 'employee_count', keys: ['company_id', 'department_id', 'state', 'served'], sums: ['employees'] },
  { table: 'service_end_count', keys: ['company_id', 'hour', 'state'], sums: ['employees'] },
  {
    table: 'service_block_count',
    keys: ['company_id', 'block', 'slot', 'state'],
    sums: ['employees', 'days'],
  },
  { table: 'service_entry_count', keys: ['company_id', 'kind'], sums: ['entries'] },
  {
    table: 'device_count',
    keys: ['company_id', 'platform', 'client_version_key', 'audit_state', 'auth_state'],
    sums: ['devices'],
  },
  { table: 'order_count', keys: ['state'], sums: ['orders'] },
  { table: 'line_count', keys: ['region_id', 'state'], sums: ['lines'] },
  { table: 'place_count', keys: ['region_id', 'access_way_id', 'thing'], sums: ['things'] },
]

const batchDone = z.object({ taken: z.int() })

/**
 * Folds the increments of the counters into one row per key. Figures are correct without it, but take longer. Runs each minute.
 * Concurrent runs are harmless: each row is taken by one of them, and sums are written in the order of their keys.
 */
export async function foldCounters(
  { system }: { system: Database },
  { stopping }: Pick<RunningJob, 'stopping'>,
): Promise<void> {
  for (const { table, keys, sums } of counters) {
    const [from, key, columns] = [raw(table), join(keys.map(name => raw(name))), join(sums.map(name => raw(name)))]
    const each = (text: (name: string) => string, between: string) =>
      join(
        sums.map(name => raw(text(name))),
        between,
      )
    await inBatches({ stopping, batch }, async () => {
      const done = await system.row(batchDone)`
        with taken as (
          delete from ${from} where ctid = any(array(
            select ctid from ${from} where not folded order by id limit ${batch} for update skip locked))
          returning ${key}, ${columns}
        ), folding as (
          insert into ${from} (${key}, ${columns}, folded)
          select ${key}, ${each(name => `sum(${name})`, ', ')}, true from taken group by ${key}
          having ${each(name => `sum(${name}) <> 0`, ' or ')} order by ${key}
          on conflict (${key}) where folded
          do update set ${each(name => `${name} = ${table}.${name} + excluded.${name}`, ', ')}
        )
        select count(*) as taken from taken`
      return done?.taken ?? 0
    })
    await system.change`
      delete from ${from} where ctid = any(array(
        select ctid from ${from} where folded and ${each(name => `${name} = 0`, ' and ')}
        limit ${batch} for update skip locked))`
  }
}
