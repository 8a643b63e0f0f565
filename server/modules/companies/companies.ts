import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { findByCreditCode, findIndustry } from './companies.sql.ts'

/** Throws -42004 when the credit code is taken: a code belongs to only one company. */
export async function requireUnregistered(database: Database, creditCode: string): Promise<void> {
  if (await findByCreditCode(database, creditCode)) throw new Refusal(-42004)
}

/** Throws -41003 for an id that is not in the list. */
export async function requireIndustry(database: Database, industryId: string): Promise<void> {
  if (!(await findIndustry(database, industryId))) throw new Refusal(-41003, 'industry_id', '请选择所属行业')
}
