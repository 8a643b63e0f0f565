import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface RenewableLine {
  id: string
  name: string
  sku_id: string
  ends_at: Date
}

/** What can be renewed: neither released nor on its way back to us. */
export const renewableLines = (company: Database, companyId: string, ids: string[], refundReason: string) =>
  company.rows<RenewableLine>(sql`
    select id, name, sku_id, ends_at from line
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and state <> 'released'
      and suspend_reason is distinct from ${refundReason}`)
