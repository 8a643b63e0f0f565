import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { person } from '#server/modules/people/people.sql.ts'
import { recordLog } from '#server/modules/people/people.ts'
import type { Decision } from './deciding.ts'
import type { Settings } from './directory.sql.ts'

const holder = person.pick({ employee_id: true }).extend({ job_number: z.string(), let_go: z.boolean() })

/** Returns the holders of these numbers, and whether the directory has disabled them. */
const listHolders = (company: Database, companyId: string, numbers: readonly string[]) =>
  company.rows(holder)`
  select id as employee_id, job_number, state = 'disabled' and exists (
    select from directory_person entry
    where entry.company_id = ${companyId} and entry.employee_id = employee.id and entry.held) as let_go
  from employee where company_id = ${companyId} and job_number = any(${numbers}::text[])`

const clearNumbers = (company: Database, companyId: string, employeeIds: readonly string[]) =>
  company.change`
  update employee set job_number = null where company_id = ${companyId} and id = any(${employeeIds}::uuid[])`

/**
 * Assigns job numbers before any of them is written, so that two people can swap theirs: numbers of people who get another one, or
 * who leave, are free. Returns the problem of each person whose number is taken, who is applied without it.
 */
export async function settleNumbers(
  company: Database,
  companyId: string,
  { owns }: Pick<Settings, 'owns'>,
  decisions: readonly Decision[],
  leaving: readonly Decision[],
): Promise<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>()
  const claims = decisions.flatMap(({ row, kind, person: claimant, changes }) => {
    const number = kind === 'add' ? row.job_number : changes.job_number
    return number ? [{ externalId: row.external_id, number, employeeId: claimant?.employee_id }] : []
  })
  if (!claims.length) return problems
  const numbers = claims.map(({ number }) => number)
  const holders = await listHolders(company, companyId, numbers)
  const isOwned = owns.includes('job_number')
  const letGo = new Set([
    ...leaving.flatMap(decision => decision.person?.employee_id ?? []),
    ...holders.flatMap(({ employee_id, let_go }) => (let_go ? employee_id : [])),
  ])
  const releasing = new Set([
    ...(isOwned ? letGo : []),
    ...decisions.flatMap(decision => ('job_number' in decision.changes && decision.person?.employee_id) || []),
  ])
  const holderOf = new Map(holders.map(each => [each.job_number, each.employee_id]))
  const numberOf = new Map(holders.map(each => [each.employee_id, each.job_number]))
  const accepted = new Map<string, (typeof claims)[number]>()
  const isTaken = (number: string) => {
    const holderId = holderOf.get(number)
    return accepted.has(number) || (holderId !== undefined && !releasing.has(holderId))
  }
  for (const claim of claims) {
    if (!isTaken(claim.number)) {
      accepted.set(claim.number, claim)
      continue
    }
    // A person who does not get the new number keeps the present one, and so whoever has claimed that one keeps theirs, too. Chains
    // of thousands are followed once.
    for (let failed: typeof claim | undefined = claim; failed; ) {
      const { externalId, number, employeeId }: (typeof claims)[number] = failed
      problems.set(externalId, `工号 ${number} 已被其他员工使用`)
      const kept: string | undefined = employeeId && releasing.delete(employeeId) ? numberOf.get(employeeId) : undefined
      failed = kept === undefined ? undefined : accepted.get(kept)
      if (kept !== undefined) accepted.delete(kept)
    }
  }
  const freed = holders.filter(each => releasing.has(each.employee_id))
  await clearNumbers(
    company,
    companyId,
    freed.map(({ employee_id }) => employee_id),
  )
  const taken = freed.flatMap(({ employee_id, job_number }) =>
    letGo.has(employee_id) ? [{ employee_id, action: 'changed' as const, detail: `工号：${job_number} → 无` }] : [],
  )
  if (taken.length) await recordLog(company, companyId, taken)
  return problems
}
