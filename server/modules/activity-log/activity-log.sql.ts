import sql, { join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { getCompanyActivity } from '#contract/activity.ts'
import { id } from '#contract/fields.ts'
import type { ParsedOf } from '#contract/index.ts'
import { daysAfter } from '#server/core/service-time.ts'
import { betweenDays, startOfDay } from '#server/database/china-day.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { glanced } from '#server/database/keyword-search.ts'
import { containing, hasPart } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { sampleOf } from '#server/database/pieces.ts'
import { selectList } from '#server/database/select-list.ts'
import { undoable } from '#server/engines/activity/undo.ts'

type Input = ParsedOf<'getCompanyActivity'>

export interface ActivityQuery {
  companyId: string
  action: Input['action']
  /** The act was done to this person or thing. */
  subjectId: string | undefined
  from: Input['from']
  to: Input['to']
}

const entry = getCompanyActivity.output.shape.list.element

function matching({ companyId, action, subjectId, from, to }: ActivityQuery): Sql {
  const conditions = [sql`company_id = ${companyId}`]
  if (action) conditions.push(sql`action = ${action}`)
  if (subjectId) conditions.push(sql`subject_id = ${subjectId}`)
  conditions.push(betweenDays('at', from, to))
  return join(conditions, ' and ')
}

const hasKeyword = (keyword: string) =>
  sql`(${hasPart(raw('subject_name'), keyword)} or ${hasPart(raw('actor_name'), keyword)})`

/** These are its own columns. */
const own = entry.omit({ undoable: true, undone_at: true })

/** Each entry comes with what can be done about its act. */
const withStanding = (companyId: string, ids: Sql) => sql`
  select ${selectList(own, { activity_id: 'id' }, 'entry')}, ${undoable} as undoable, first.undone_at
  from activity entry
  join activity first on first.company_id = ${companyId} and first.id = coalesce(entry.part_of, entry.id)
  where entry.company_id = ${companyId} and entry.id = any(array(${ids}))
  order by entry.id desc`

/**
 * Selects the ids of the newest `most` of an action. Its index is one on a function, which serves behind row-level security only
 * inside `newest_of_action`; what happened to one person or thing has an index of its own.
 */
const ofAction = ({ action, subjectId, ...query }: ActivityQuery, most: number): Sql | undefined =>
  action && !subjectId
    ? sql`select id from newest_of_action(wanted_action => ${action}, most => ${most}::integer, ${bounds(query)}) as id`
    : undefined

/** The instants of the first and after the last day, as parameters of a function. */
const bounds = ({ from, to }: Pick<ActivityQuery, 'from' | 'to'>) => sql`
  since => ${from ? startOfDay(from) : null}::timestamptz,
  before => ${to ? daysAfter(startOfDay(to), 1) : null}::timestamptz`

export const listActivity = (company: Database, query: ActivityQuery, { offset, limit }: Page) =>
  company.rows(entry)`${withStanding(
    query.companyId,
    sql`select id from (${ofAction(query, offset + limit) ?? sql`select id from activity where ${matching(query)}`}) as listed
      order by id desc limit ${limit} offset ${offset}`,
  )}`

/** It counts no further than `most`. */
export const countActivity = (company: Database, query: ActivityQuery, most: number): Promise<number> =>
  countOf(
    company,
    sql`select count(*) from (${
      ofAction(query, most) ?? sql`select from activity where ${matching(query)} limit ${most}::integer`
    }) as counted`,
  )

function newest(query: ActivityQuery, most: number): Sql {
  const ids = ofAction(query, most)
  const found = ids ? sql`company_id = ${query.companyId} and id = any(array(${ids}))` : matching(query)
  return sql`
    select id, subject_name, actor_name from activity where ${found} order by id desc limit ${most}::integer`
}

export const firstWithKeyword = (company: Database, query: ActivityQuery, keyword: string, most: number) =>
  company.row(glanced)`
    select count(*)::integer as examined, (count(*) filter (where ${hasKeyword(keyword)}))::integer as matched,
      ${sampleOf("concat_ws(' ', subject_name, actor_name)", keyword)} as texts
    from (${newest(query, most)}) as first`

export const enoughWithKeyword = async (
  company: Database,
  query: ActivityQuery,
  { keyword, most, enough }: { keyword: string; most: number; enough: number },
): Promise<boolean> =>
  (await countOf(
    company,
    sql`
      select count(*) from (
        select from (${newest(query, most)}) as first where ${hasKeyword(keyword)} limit ${enough}::integer) as counted`,
  )) === enough

/** Returns one page of those of the newest `most` that have the keyword. */
export const listFirst = (
  company: Database,
  query: ActivityQuery,
  { keyword, most, offset, limit }: Page & { keyword: string; most: number },
) =>
  company.rows(entry)`${withStanding(
    query.companyId,
    sql`select id from (${newest(query, most)}) as first where ${hasKeyword(keyword)}
      order by id desc limit ${limit} offset ${offset}`,
  )}`

const matches = z.object({ matches: z.int(), ids: z.array(id) })

/** Finds one page of those with the keyword by its index; `matches` counts no further than one more than `most`. */
export async function findByKeyword(
  company: Database,
  { companyId, action, subjectId, from, to }: ActivityQuery,
  { keyword, pieces, most, offset, limit }: Page & { keyword: string; pieces: string[]; most: number },
) {
  const found = await company.row(matches)`
    select matches, ids from find_activity(
      wanted => ${pieces}::text[], pattern => ${containing(keyword)}, wanted_action => ${action ?? null},
      wanted_subject => ${subjectId ?? null}::uuid, page_offset => ${offset}::integer, page_limit => ${limit}::integer,
      most => ${most}::integer, ${bounds({ from, to })})`
  const rows = await company.rows(entry)`${withStanding(companyId, sql`select unnest(${found?.ids ?? []}::uuid[])`)}`
  return { matches: found?.matches ?? 0, rows }
}
