import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { findByCreditCode, findIndustry, listIndustries } from './companies.sql.ts'

/** A credit code belongs to one company here; throws -42004 when it is taken. */
export async function requireUnregistered(database: Database, creditCode: string): Promise<void> {
  if (await findByCreditCode(database, creditCode)) throw new Refusal(-42004)
}

/** In the order people look for them. */
export const industries = (database: Database) => listIndustries(database)

/** Throws -41003 for an id that is none of the list's. */
export async function requireIndustry(database: Database, industryId: string): Promise<void> {
  if (!(await findIndustry(database, industryId))) throw new Refusal(-41003, 'industry_id', '请选择所属行业')
}
