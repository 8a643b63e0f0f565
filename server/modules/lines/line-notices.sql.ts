import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { autoRenewLeadDays } from '#contract/line-names.ts'
import type { Database } from '#server/database/database.ts'
import { endsWithTrial, isRefunding, renewsItself } from '#server/modules/access/line-state.ts'

export interface Threshold {
  days: number
  above: number
}

/**
 * Before its order is placed nobody has to renew a line that renews itself, and a separate notice reports a balance that is too
 * low. Closer to the end it remains only because the order waits. A trial's line is released with its trial, whose end is reported
 * then.
 */
const needsTelling = (days: number) =>
  sql`${days >= autoRenewLeadDays ? sql`not (${renewsItself})` : sql`true`}
    and ${days > 0 ? sql`true` : sql`not ${endsWithTrial}`}`

/** A line, also a suspended one, is due within `days` of its end, not below `above`, unless a notice so close was sent. */
const isDue = ({ days, above }: Threshold) => sql`
  ${needsTelling(days)} and
  line.state in ('unbound', 'active', 'suspended') and not ${isRefunding} and line.ends_at > now() + make_interval(days => ${above}::integer)
  and line.ends_at <= now() + make_interval(days => ${days}::integer)
  and (line.told_of is distinct from line.ends_at or line.told_days > ${days}::integer)`

const dueCompany = z.object({ company_id: id })

/** Returns the next companies with lines that are due, in the order of their ids. */
export const companiesDue = (system: Database, threshold: Threshold, after: string, limit: number) =>
  system.rows(dueCompany)`
    select distinct line.company_id from line
    join company on company.id = line.company_id and company.state <> 'frozen'
    where ${isDue(threshold)} and line.company_id > ${after}
    order by line.company_id limit ${limit}`

const endingLine = z.object({ line_id: id, name: z.string(), ends_at: instant })

/** Records that the notice was sent; each line is due once for a threshold. */
export const markNotified = (transaction: Database, companyId: string, threshold: Threshold) =>
  transaction.rows(endingLine)`
    update line set told_of = ends_at, told_days = ${threshold.days}::integer
    where company_id = ${companyId} and ${isDue(threshold)}
    returning id as line_id, name, ends_at`
