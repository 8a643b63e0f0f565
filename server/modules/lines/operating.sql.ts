import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { isRefunding, shownState } from '#server/modules/access/line-state.ts'
import { operatedLine } from './operations.sql.ts'

const foundLine = operatedLine.pick({
  line_id: true,
  company: true,
  name: true,
  state: true,
  suspend_reason: true,
  city: true,
  address: true,
  ends_at: true,
})

/** Lists lines newest first; the keyword is a company's name, an address or a line's id. */
export const searchLines = (system: Database, keyword: string | undefined, limit: number) =>
  system.rows(foundLine)`
    select line.id as line_id, company.name as company, line.name, ${shownState} as state, line.suspend_reason,
      region.city, line.address, line.ends_at
    from line join company on company.id = line.company_id join region on region.id = line.region_id
    where line.state <> 'released'
      ${keyword ? sql`and (company.name = ${keyword} or line.address = ${keyword} or line.id::text = ${keyword})` : empty}
    order by line.created_at desc, line.id desc limit ${limit}`

/** The line that an operator's decision changed; `was` is the state or the reason before it. */
const decided = operatedLine.pick({ company_id: true, name: true }).extend({ was: z.string() })

/** Returns undefined when the line is suspended already, released, or unknown. */
export const suspend = (system: Database, lineId: string, reason: string) =>
  system.row(decided)`
    with before as (
      select company_id, id, state from line where id = ${lineId} and state in ('unbound', 'active') for no key update
    )
    update line set state = 'suspended', suspend_reason = ${reason}, refund_suspended_at = null
    from before where line.company_id = before.company_id and line.id = before.id
    returning line.company_id, line.name, before.state as was`

const resumedLine = decided.extend({ state: z.enum(['unbound', 'active']) })

/** A line that a refund has suspended is left alone, as the refund's decision resumes it. */
export const resume = (system: Database, lineId: string) =>
  system.row(resumedLine)`
    with before as (
      select company_id, id, suspend_reason from line
      where id = ${lineId} and state = 'suspended' and not ${isRefunding} for no key update
    )
    update line set state = case when ip_address_id is null then 'unbound' else 'active' end, suspend_reason = null
    from before where line.company_id = before.company_id and line.id = before.id
    returning line.company_id, line.name, line.state, before.suspend_reason as was`
