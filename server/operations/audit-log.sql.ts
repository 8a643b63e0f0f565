import sql from 'sql-template-tag'
import { startOfDay } from '../database/china-day.ts'
import type { Database } from '../database/database.ts'
import { beginningWith, containing } from '../database/like.ts'

export interface AuditFilters {
  actor?: string | undefined
  action?: string | undefined
  target?: string | undefined
  /** Days in China, both included. */
  from?: string | undefined
  to?: string | undefined
}

export interface Audited {
  audit_id: string
  at: Date
  actor: string
  actor_name: string
  action: string
  target: string
  before: unknown
  after: unknown
  ip: string | null
  request_id: string | null
}

function matching({ actor, action, target, from, to }: AuditFilters) {
  const conditions = [sql`true`]
  if (actor)
    conditions.push(sql`(entry.actor like ${containing(actor)} or entry.actor in (
      select 'operator:' || id from operator where name ilike ${containing(actor)} or display_name like ${containing(actor)}))`)
  if (action) conditions.push(sql`entry.action like ${beginningWith(action)}`)
  if (target) conditions.push(sql`entry.target like ${containing(target)}`)
  if (from) conditions.push(sql`entry.created_at >= ${startOfDay(from)}`)
  if (to) conditions.push(sql`entry.created_at < ${startOfDay(to)} + interval '1 day'`)
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`)
}

export const auditEntries = (
  database: Database,
  filters: AuditFilters,
  { limit, offset }: { limit: number; offset: number },
) =>
  database.rows<Audited>(sql`
    select entry.id as audit_id, entry.created_at as at, actor, coalesce(operator.display_name, actor) as actor_name, action,
      target, before, after, ip, request_id
    from audit_entry entry left join operator on actor = 'operator:' || operator.id
    where ${matching(filters)} order by entry.created_at desc, entry.id desc limit ${limit} offset ${offset}`)

/** At most `most` + 1: who needs to know more narrows the filters. */
export const countAudited = async (database: Database, filters: AuditFilters, most: number) =>
  (
    await database.row<{ total: number }>(sql`
    select count(*)::integer as total from (
      select from audit_entry entry where ${matching(filters)} limit ${most + 1}) as found`)
  )?.total ?? 0
