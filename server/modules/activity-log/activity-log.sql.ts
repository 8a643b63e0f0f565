import sql, { join, type Sql } from 'sql-template-tag'
import { getCompanyActivity } from '#contract/activity.ts'
import type { ParsedOf } from '#contract/index.ts'
import { daysAfter } from '#server/core/service-time.ts'
import { betweenDays, startOfDay } from '#server/database/china-day.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { limitTo, type Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { undoable } from '#server/engines/activity/undo.ts'

type Input = ParsedOf<'getCompanyActivity'>

export interface ActivityQuery {
  companyId: string
  action: Input['action']
  /** The person or object that the act was done to. */
  subjectId: string | undefined
  from: Input['from']
  to: Input['to']
}

export const entry = getCompanyActivity.output.shape.list.element

export function matching({ companyId, action, subjectId, from, to }: ActivityQuery): Sql {
  const conditions = [sql`company_id = ${companyId}`]
  if (action) conditions.push(sql`action = ${action}`)
  if (subjectId) conditions.push(sql`subject_id = ${subjectId}`)
  conditions.push(betweenDays('at', from, to))
  return join(conditions, ' and ')
}

/** The entry's own columns. */
const own = entry.omit({ undoable: true, undone_at: true })

/** Selects the entries, each with whether its act can be undone. */
export const withStanding = (companyId: string, ids: Sql) => sql`
  select ${selectList(own, { activity_id: 'id' }, 'entry')}, ${undoable} as undoable, first.undone_at
  from activity entry
  join activity first on first.company_id = ${companyId} and first.id = coalesce(entry.part_of, entry.id)
  where entry.company_id = ${companyId} and entry.id = any(array(${ids}))
  order by entry.id desc`

/**
 * Selects the ids of the newest `most` entries of an action. Their index is on a function, which serves behind row-level security
 * only inside `newest_of_action`; entries of one person or object have a separate index.
 */
const ofAction = ({ action, subjectId, ...query }: ActivityQuery, most: number): Sql | undefined =>
  action && !subjectId
    ? sql`select id from newest_of_action(wanted_action => ${action}, most => ${most}::integer, ${bounds(query)}) as id`
    : undefined

/** The instants of the first and after the last day, as parameters of a function. */
export const bounds = ({ from, to }: Pick<ActivityQuery, 'from' | 'to'>) => sql`
  since => ${from ? startOfDay(from) : null}::timestamptz,
  before => ${to ? daysAfter(startOfDay(to), 1) : null}::timestamptz`

export const listActivity = (company: Database, query: ActivityQuery, page: Page) =>
  company.rows(entry)`${withStanding(
    query.companyId,
    sql`select id from (${ofAction(query, page.offset + page.limit) ?? sql`select id from activity where ${matching(query)}`}) as listed
      order by id desc ${limitTo(page, { ...query, companyId: undefined })}`,
  )}`

/** Counts at most `most`. */
export const countActivity = (company: Database, query: ActivityQuery, most: number): Promise<number> =>
  countOf(
    company,
    sql`select count(*) from (${
      ofAction(query, most) ?? sql`select from activity where ${matching(query)} limit ${most}::integer`
    }) as counted`,
  )

export function newest(query: ActivityQuery, most: number): Sql {
  const ids = ofAction(query, most)
  const found = ids ? sql`company_id = ${query.companyId} and id = any(array(${ids}))` : matching(query)
  return sql`
    select id, subject_name, actor_name from activity where ${found} order by id desc limit ${most}::integer`
}
