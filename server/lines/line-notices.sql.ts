import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface Threshold {
  days: number
  above: number
}

/** Within `days` of its end but not below `above`, for which end nobody was told of so few days yet. */
const isDue = ({ days, above }: Threshold) => sql`
  line.state in ('unbound', 'active') and line.ends_at > now() + make_interval(days => ${above}::integer)
  and line.ends_at <= now() + make_interval(days => ${days}::integer)
  and (line.told_of is distinct from line.ends_at or line.told_days > ${days}::integer)`

/** The next companies of which lines are due, in the order of their ids. */
export const companiesDue = (system: Database, threshold: Threshold, after: string, limit: number) =>
  system.rows<{ company_id: string }>(sql`
    select distinct line.company_id from line
    join company on company.id = line.company_id and company.state <> 'frozen'
    where ${isDue(threshold)} and line.company_id > ${after}
    order by line.company_id limit ${limit}`)

/** Takes down that it is told; each line is due once for a threshold. */
export const markTold = (transaction: Database, companyId: string, threshold: Threshold) =>
  transaction.rows<{ id: string; name: string; ends_at: Date; auto_renew: boolean }>(sql`
    update line set told_of = ends_at, told_days = ${threshold.days}::integer
    where company_id = ${companyId} and ${isDue(threshold)}
    returning id, name, ends_at, auto_renew`)
