import sql, { join, type Sql } from 'sql-template-tag'
import { Refusal } from '#server/core/refusal.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

/** The fields by which an operation names a company, or an object that belongs to one. */
export const companyFields: Record<string, (value: string) => Sql> = {
  company_id: value => sql`${value}::uuid`,
  dispute_id: value => sql`(select company_id from device_dispute where id = ${value}::uuid)`,
  line_id: value => sql`(select company_id from line where id = ${value}::uuid)`,
  proposal_id: value => sql`(select company_id from proposal where id = ${value}::uuid)`,
  ticket_id: value => sql`(select company_id from ticket where id = ${value}::uuid)`,
  trial_id: value => sql`(select company_id from trial where id = ${value}::uuid)`,
}

/**
 * Refuses an input that names a closed company, or an object of one. Anything that would be added to it nevertheless is stopped by
 * functions/refuse_closed.sql.
 */
export async function requireOpen(system: Database, input: unknown): Promise<void> {
  const named = Object.entries(input ?? {}).flatMap(([field, value]) =>
    typeof value === 'string' && companyFields[field] ? [companyFields[field](value)] : [],
  )
  if (!named.length) return
  if (await holds(system, sql`exists (select from company where id in (${join(named)}) and closed_at is not null)`))
    throw new Refusal(-53305)
}
