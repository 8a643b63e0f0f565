import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { glanced } from '#server/database/keyword-search.ts'
import { containing, hasPart } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { sampleOf } from '#server/database/pieces.ts'
import { type ActivityQuery, bounds, entry, matching, newest, withStanding } from './activity-log.sql.ts'

const hasKeyword = (keyword: string) =>
  sql`(${hasPart(raw('subject_name'), keyword)} or ${hasPart(raw('actor_name'), keyword)})`

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

/** Returns one page of the entries among the newest `most` that contain the keyword. */
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

/** Returns the next entries that contain the keyword, older than `after`. */
export const nextWithKeyword = (
  company: Database,
  query: ActivityQuery,
  { keyword, after, limit }: { keyword: string; after: { activity_id: string } | undefined; limit: number },
) =>
  company.rows(entry)`${withStanding(
    query.companyId,
    sql`select id from activity where ${matching(query)} and ${hasKeyword(keyword)}
      and ${after ? sql`id < ${after.activity_id}` : sql`true`} order by id desc limit ${limit}::integer`,
  )}`

const matches = z.object({ matches: z.int(), ids: z.array(id) })

/** Finds one page of the entries with the keyword by its index; `matches` counts at most `most` + 1. */
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
