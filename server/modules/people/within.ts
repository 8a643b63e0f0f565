import { type AccessCallName, accessCalls } from '#contract/access.ts'
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

type AnyCall = Pick<Call, 'within' | 'effect' | 'scope'>

/** What a request does: itself, or the act that it asks a plan of. */
export interface Act {
  name: string
  call: AnyCall
  /** Undefined where the input of a planned act can't be parsed, which is refused when it is planned. */
  input: Record<string, unknown> | undefined
}

export function actOf(name: string, call: AnyCall, input: unknown): Act {
  // The contract has parsed it; a call without an input has none.
  if (name !== 'planAccess') return { name, call, input: (input ?? {}) as Record<string, unknown> }
  const planned = input as { call: AccessCallName; input: unknown }
  const parsed = accessCalls[planned.call].input.safeParse(planned.input)
  return {
    name: planned.call,
    call: accessCalls[planned.call],
    input: parsed.success ? (parsed.data as Record<string, unknown>) : undefined,
  }
}

type Limited = { company: Database; companyId: string; departments: readonly string[] }

/**
 * Refuses a call of somebody who is limited to departments, unless it keeps to them as the contract declares. For a change it
 * runs in its transaction, after the lock under which people are moved.
 */
export async function requireWithin(
  { company, companyId, departments }: Limited,
  { call: { within, effect, scope }, input }: Pick<Act, 'call' | 'input'>,
): Promise<void> {
  if (!within) throw new Refusal(-41054)
  if (!input) return
  // What is closed to tokens in a call spends what the whole company owns.
  if (scope?.without?.some(field => input[field] !== undefined)) throw new Refusal(-41054)
  const named = namedBy(within.named ?? [], input)
  if (named === 'nothing' && within.narrowed) return
  if (typeof named === 'string') throw new Refusal(-41054)
  if (await countOutside(company, companyId, departments, named, effect === 'change')) throw new Refusal(-41054)
}

/** Collects what an input names; it may name nothing, or no department where it should. */
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
