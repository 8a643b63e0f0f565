import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { lockName } from '#server/database/advisory-lock.ts'
import type { Database } from '#server/database/database.ts'
import { leastUnnumbered, numberAfter } from '#server/engines/streams/numbering.sql.ts'

/** The most acts numbered in one batch. */
const maxNumbered = 10_000

/**
 * Numbers the acts that have no number yet, in the order of time. Guard: the lock, which serializes concurrent calls; otherwise
 * both would assign the same number. Returns how many acts it has numbered.
 */
export async function numberActivity(transaction: Database, companyId: string): Promise<number> {
  await lockName(transaction, `activity lines ${companyId}`)
  return transaction.change`
    with fresh as (
      select activity.id from activity
      where company_id = ${companyId} and activity.id >= ${leastUnnumbered(sql`
          select at from activity_line line
          join activity on activity.company_id = line.company_id and activity.id = line.activity_id
          where line.company_id = ${companyId} and at <= now() order by line.number desc limit 1`)}
        and not exists (
          select from activity_line line where line.company_id = activity.company_id and line.activity_id = activity.id)
      order by activity.id limit ${maxNumbered}
    )
    insert into activity_line (company_id, number, activity_id)
    select ${companyId}::uuid, ${numberAfter(sql`select max(number) from activity_line where company_id = ${companyId}`)}
      + row_number() over (order by id), id from fresh`
}

const line = z.object({
  number: z.int(),
  activity_id: id,
  at: instant,
  actor_kind: z.string(),
  actor_name: z.string(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: id.nullable(),
  subject_name: z.string(),
  detail: z.string(),
  part_of: id.nullable(),
})

export type LogLine = z.output<typeof line>

export const listLogLines = (database: Database, companyId: string, after: number, most: number) =>
  database.rows(line)`
  select line.number::double precision as number, activity.id as activity_id, activity.at, activity.actor_kind, activity.actor_name,
    activity.action, activity.subject_kind, activity.subject_id, activity.subject_name, activity.detail, activity.part_of
  from activity_line line
  join activity on activity.company_id = line.company_id and activity.id = line.activity_id
  where line.company_id = ${companyId} and line.number > ${after} order by line.number limit ${most}`

const last = z.object({ number: z.int() })

/** Numbers all acts, and returns the last number. */
export async function numberEverything(transaction: Database, companyId: string): Promise<number> {
  while ((await numberActivity(transaction, companyId)) === maxNumbered);
  const row = await transaction.row(last)`
    select coalesce(max(number), 0)::double precision as number from activity_line where company_id = ${companyId}`
  return row?.number ?? 0
}
