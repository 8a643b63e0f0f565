import sql, { join, raw } from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { RunningJob } from './tasks.ts'

/** Rows folded by one statement, of some ten milliseconds. */
const batch = 5_000

/** Counters (migrations 0005 and 0011): what a row is about, and what it counts. */
const counters = [
  { table: 'employee_count', keys: ['company_id', 'department_id', 'state', 'served'], count: 'employees' },
  { table: 'service_end_count', keys: ['company_id', 'hour', 'state'], count: 'employees' },
  {
    table: 'device_count',
    keys: ['company_id', 'platform', 'client_version_key', 'audit_state', 'auth_state'],
    count: 'devices',
  },
  { table: 'order_count', keys: ['state'], count: 'orders' },
  { table: 'line_count', keys: ['region_id', 'state'], count: 'lines' },
]

/**
 * Folds what changes have added to the counters into one row for each key. Figures are right without it; they take longer.
 * Run each minute. Twice at once does no harm: rows are taken by one of the two, and sums are written in the order of their keys.
 */
export async function foldCounters(
  { system }: { system: Database },
  { stopping }: Pick<RunningJob, 'stopping'>,
): Promise<void> {
  for (const { table, keys, count } of counters) {
    const [from, key, sum] = [raw(table), join(keys.map(name => raw(name))), raw(count)]
    let folded = batch
    while (folded === batch && !stopping.aborted) {
      const done = await system.row<{ taken: number }>(sql`
        with taken as (
          delete from ${from} where ctid = any(array(
            select ctid from ${from} where not folded order by id limit ${batch} for update skip locked))
          returning ${key}, ${sum}
        ), folding as (
          insert into ${from} (${key}, ${sum}, folded)
          select ${key}, sum(${sum}), true from taken group by ${key} having sum(${sum}) <> 0 order by ${key}
          on conflict (${key}) where folded do update set ${sum} = ${from}.${sum} + excluded.${sum}
        )
        select count(*) as taken from taken`)
      folded = done?.taken ?? 0
    }
    await system.change(sql`
      delete from ${from} where ctid = any(array(
        select ctid from ${from} where folded and ${sum} = 0 limit ${batch} for update skip locked))`)
  }
}
