import type { Call, NamingField } from '#contract/call.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Membership } from '#server/engines/context.ts'
import { countOutside, departmentsBelow, type Named } from './within.sql.ts'

/** Returns the departments that a caller is limited to, with all below them; undefined for the whole company. */
export const departmentsOf = async (
  company: Database,
  { companyId, departments }: Pick<Membership, 'companyId' | 'departments'>,
): Promise<string[] | undefined> => departments && departmentsBelow(company, companyId, departments)

type Limited = { company: Database; companyId: string; departments: readonly string[] }

/** The request as the contract has parsed it. */
interface Request {
  call: Pick<Call, 'within' | 'effect' | 'scope'>
  input: Record<string, unknown>
}

/**
 * Refuses a call by a person who is limited to departments, unless it stays within them as the contract declares. For a change it
 * runs in its transaction, after the lock under which people are moved.
 */
export async function requireWithin(
  { company, companyId, departments }: Limited,
  { call: { within, effect, scope }, input }: Request,
): Promise<void> {
  if (!within) throw new Refusal(-41054)
  // The fields of a call that are closed to tokens spend what the whole company owns.
  if (scope?.without?.some(field => input[field] !== undefined)) throw new Refusal(-41054)
  const named = namedBy(within.named ?? [], input)
  if (named === 'nothing' && within.narrowed) return
  if (typeof named === 'string') throw new Refusal(-41054)
  if (await countOutside(company, companyId, departments, named, effect === 'change')) throw new Refusal(-41054)
}

/** Collects what an input names; it may name nothing, or omit a required department. */
function namedBy(fields: readonly NamingField[], input: Record<string, unknown>): Named | 'nothing' | 'no department' {
  const named: Named = { employeeIds: [], departmentIds: [], deviceIds: [] }
  for (const field of fields) {
    const value = input[field]
    if (value === undefined || (value === null && field === 'successor_id')) continue
    // The contract has parsed the values.
    const ids = Array.isArray(value) ? (value as string[]) : [value as string]
    if (field === 'employees')
      named.departmentIds.push(...(value as { dept_id?: string }[]).map(row => row.dept_id ?? ''))
    else if (field === 'dept_id') named.departmentIds.push((value as string | null) ?? '')
    else if (field === 'device_id' || field === 'device_ids') named.deviceIds.push(...ids)
    else named.employeeIds.push(...ids)
  }
  if (named.departmentIds.includes('')) return 'no department'
  return Object.values(named).some(ids => ids.length) ? named : 'nothing'
}
