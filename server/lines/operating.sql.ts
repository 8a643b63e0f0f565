import sql, { empty } from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { refundSuspension } from './delivery.ts'

export interface Operated {
  id: string
  company: string
  name: string
  state: 'unbound' | 'active' | 'suspended' | 'released'
  suspend_reason: string | null
  city: string
  address: string | null
  ends_at: Date
}

/** The newest first; of one company, or whose address or id it is. */
export const searchLines = (system: Database, keyword: string | undefined, limit: number) =>
  system.rows<Operated>(sql`
    select line.id, company.name as company, line.name, line.state, line.suspend_reason, region.city, line.address,
      line.ends_at
    from line join company on company.id = line.company_id join region on region.id = line.region_id
    where line.state <> 'released'
      ${keyword ? sql`and (company.name = ${keyword} or line.address = ${keyword} or line.id::text = ${keyword})` : empty}
    order by line.created_at desc, line.id desc limit ${limit}`)

/** Undefined when it is suspended already, released, or unknown. */
export const suspend = (system: Database, lineId: string, reason: string) =>
  system.row<{ company_id: string; name: string; was: string }>(sql`
    update line set state = 'suspended', suspend_reason = ${reason}
    where id = ${lineId} and state in ('unbound', 'active')
    returning new.company_id, new.name, old.state as was`)

/** Not what a refund has suspended: that is resumed by its decision. */
export const resume = (system: Database, lineId: string) =>
  system.row<{ company_id: string; name: string; was: string; state: string }>(sql`
    update line set state = case when ip_address_id is null then 'unbound' else 'active' end, suspend_reason = null
    where id = ${lineId} and state = 'suspended' and suspend_reason <> ${refundSuspension}
    returning new.company_id, new.name, new.state, old.suspend_reason as was`)
